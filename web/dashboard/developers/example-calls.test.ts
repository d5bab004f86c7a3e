import { describe, expect, it } from "vitest";
import { exampleWallet } from "./example-calls.ts";

describe("the wallet of the examples", () => {
  const [gnf, xof, eur] = [{ currency: "GNF" }, { currency: "XOF" }, { currency: "EUR" }];

  it.each([
    ["that in which payers paid last", [gnf, xof, eur], "EUR", eur],
    ["that of the example's payer before anybody paid", [gnf, xof, eur], null, xof],
    ["the first where neither fits", [gnf, eur], "XAF", gnf],
    ["none without wallets", [], "XOF", null],
  ])("is %s", (_name, wallets, paidIn, wanted) => {
    expect(exampleWallet(wallets, paidIn)).toBe(wanted);
  });
});
