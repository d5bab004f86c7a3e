import { expect, it } from "vitest";
import { format, toDecimal, toMinor } from "./money.ts";

/** What is JavaScript's own; `vectors.test.ts` has the rest. */
it.each([
  [5000, "XOF", "5000"],
  [5000n, "GNF", "5000"],
  [12, "EUR", "1200"],
] as const)("the whole number %s %s is %s minor units", (amount, currency, minor) => {
  expect(toMinor(amount, currency)).toBe(minor);
});

it.each([
  [12.5, /give an amount with decimals as text/],
  [Number.NaN, /not a whole number/],
  [2 ** 53, /not a whole number/],
  [-5, /is not an amount/],
])("the number %s is refused: a computer has rounded it, or it is none", (amount, message) => {
  expect(() => toMinor(amount, "EUR")).toThrow(message);
});

it("says what is wrong with an amount", () => {
  expect(() => toMinor("12.5", "XOF")).toThrow("12.5 XOF cannot be paid: XOF has no decimals");
  expect(() => toMinor("12.505", "EUR")).toThrow("12.505 EUR cannot be paid: EUR has 2 decimals");
});

it("reads a bigint, and writes it for any locale that Intl knows, to the last digit", () => {
  expect(toDecimal(-5n, "EUR")).toBe("-0.05");
  expect(format(123_456_789_012_345_678n, "EUR", "en-US")).toBe("€1,234,567,890,123,456.78");
});
