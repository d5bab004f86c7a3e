import { describe, expect, it } from "vitest";
import { type CurrencyCode, currencyCodes, exponentOf, isCurrencyCode, numericCodeOf } from "./currency.ts";

describe("currencies", () => {
  it.each<[CurrencyCode, number, string]>([
    ["XOF", 0, "952"],
    ["XAF", 0, "950"],
    ["GNF", 0, "324"],
    ["JPY", 0, "392"],
    ["EUR", 2, "978"],
    ["USD", 2, "840"],
    ["CDF", 2, "976"],
    ["MGA", 2, "969"],
    ["KWD", 3, "414"],
    ["TND", 3, "788"],
  ])("%s has %d decimals and the number %s", (code, exponent, numeric) => {
    expect(exponentOf(code)).toBe(exponent);
    expect(numericCodeOf(code)).toBe(numeric);
  });

  it("each have a number of three digits that is theirs alone", () => {
    for (const code of currencyCodes) expect(numericCodeOf(code), code).toMatch(/^[0-9]{3}$/);
    expect(new Set(currencyCodes.map(numericCodeOf)).size).toBe(currencyCodes.length);
  });

  it.each(["", "xof", "XXX", "EURO", "constructor", "__proto__", "toString"])("%j is none", (text) => {
    expect(isCurrencyCode(text)).toBe(false);
  });
});
