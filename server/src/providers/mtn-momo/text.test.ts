import { describe, expect, it } from "vitest";
import { promptText } from "./text.ts";

describe("the text in MTN's prompt", () => {
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
    expect(promptText(title, "ref-1")).toBe(text);
  });

  it("has at most 128 characters, and ends with none of them a space", () => {
    expect(promptText("a".repeat(500), "")).toBe("a".repeat(128));
    expect(promptText(`${"a".repeat(127)} bcd`, "")).toBe("a".repeat(127));
  });
});
