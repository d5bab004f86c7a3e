import { Type } from "typebox";
import { expect, test } from "vitest";
import { AmountText, CurrencyText } from "./schemas.ts";
import { closed, compileBody } from "./validation.ts";

const accepts = compileBody(closed(Type.Object({ amount: AmountText, currency: CurrencyText })));

/** Each of these, read as money, would book another amount than the merchant meant. */
const badAmounts: readonly [name: string, amount: unknown][] = [
  ["zero", "0"],
  ["zeros", "000"],
  ["negative", "-1"],
  ["negative zero", "-0"],
  ["a plus sign", "+1"],
  ["a leading zero", "01"],
  ["leading zeros", "0005000"],
  ["an exponent", "1e3"],
  ["an upper-case exponent", "1E3"],
  ["a negative exponent", "5000e-1"],
  ["a decimal point", "50.00"],
  ["a decimal comma", "50,00"],
  ["a trailing point", "50."],
  ["a leading point", ".5"],
  ["thousands with a comma", "5,000"],
  ["thousands with a space", "5 000"],
  ["thousands with a no-break space", "5\u00a0000"],
  ["thousands with an underscore", "5_000"],
  ["full-width digits", "１２"],
  ["Arabic-Indic digits", "١٢"],
  ["superscript digits", "1²"],
  ["16 digits", "1000000000000000"],
  ["20 digits", "10000000000000000000"],
  ["1 000 digits", "1".repeat(1_000)],
  ["hexadecimal", "0x10"],
  ["octal", "0o17"],
  ["binary", "0b11"],
  ["a leading space", " 5000"],
  ["a trailing space", "5000 "],
  ["a trailing line end", "5000\n"],
  ["a zero-width space", "5000\u200b"],
  ["a currency", "5000 XOF"],
  ["empty text", ""],
  ["Infinity", "Infinity"],
  ["NaN", "NaN"],
  ["a number", 5000],
  ["a number with decimals", 50.5],
  ["null", null],
  ["true", true],
  ["a list", ["5000"]],
  ["an object", { minor: "5000" }],
];

test.each(badAmounts)("an amount with %s is refused", (_name, amount) => {
  expect(accepts({ amount, currency: "XOF" })).toBe(false);
});

test("an amount in a currency nobody knows is refused", () => {
  expect(accepts({ amount: "5000", currency: "XXX" })).toBe(false);
});

test("the catalogue holds 42 cases", () => expect(badAmounts.length + 1).toBe(42));

test.each(["1", "5000", "999999999999999"])("%s is an amount", (amount) => {
  expect(accepts({ amount, currency: "XOF" })).toBe(true);
});
