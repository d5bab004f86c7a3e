import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

describe("plain text", () => {
  it.each([
    ["Commande 42", "Commande 42"],
    ["L'été « à 50 % »", "L ete a 50"],
    ["  Panier\n\tdu   marché !  ", "Panier du marche"],
    ["Nº 5 – ½ kg", "No 5 1 2 kg"],
    ["<script>alert('x')</script>", "script alert x script"],
    ["سلة", "ref 1"],
    ["😀", "ref 1"],
    ["", "ref 1"],
  ])("of %j is %j", (title, text) => {
    expect(plainText(title, 128, "ref-1")).toBe(text);
  });

  it("is never too long, and never ends with a space", () => {
    expect(plainText("a".repeat(500), 128, "")).toBe("a".repeat(128));
    expect(plainText(`${"a".repeat(29)} bcd`, 30, "")).toBe("a".repeat(29));
    expect(plainText("", 5, "otherwise")).toBe("other");
  });
});
