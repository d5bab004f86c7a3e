import { describe, expect, it } from "vitest";
import { operatorNamed } from "./operator-names.ts";

describe("a name that payers would take for an operator's", () => {
  it.each([
    "Orange Money",
    "ORANGE MONEY",
    "orange-money",
    "Orangé  Money™".replace("™", ""),
    "Orange Money CI",
    "0range Money",
    "Оrange Моney",
    "Ｏrange Money",
    "Wave",
    "MTN MoMo",
    "M-Pesa",
    "mpesa",
    "Moov",
  ])("%s", (name) => {
    expect(operatorNamed(name)).not.toBeNull();
  });
});

describe("a name of its own", () => {
  it.each(["Boutique Orange", "Orange Money Shop", "Chez Awa", "Waves", "Fresh Free Market", "…"])(
    "%s",
    (name) => {
      expect(operatorNamed(name)).toBeNull();
    },
  );
});
