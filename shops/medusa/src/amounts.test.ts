import { describe, expect, it } from "vitest";
import type { CurrencyCode } from "../../../sdk/js/src/index.ts";
import { currencyOf, majorOf, minorOf } from "./amounts.ts";

/** Medusa's amounts are in units of the currency; a factor of a hundred taken wrongly would charge a payer a hundred times. */
describe("minorOf", () => {
  it.each([
    [5000, "XOF", "5000"],
    ["5000", "XOF", "5000"],
    ["5000.00", "XOF", "5000"],
    [{ value: "5000", precision: 20 }, "XOF", "5000"],
    [{ numeric: 12.5, raw: { value: "12.5" } }, "EUR", "1250"],
    [{ toString: () => "12.5" }, "EUR", "1250"],
    [12.5, "EUR", "1250"],
    [0.1, "EUR", "10"],
    ["12.505", "TND", "12505"],
    ["999999999999999", "XOF", "999999999999999"],
  ] as const)("%j %s is %s", (amount, currency, minor) => {
    expect(minorOf(amount, currency)).toBe(minor);
  });

  it.each([
    ["1179.82", "XOF", /1179.82 XOF has more than 0 decimals.*fractions/],
    ["12.505", "EUR", /12.505 EUR has more than 2 decimals/],
    ["-5", "XOF", /"-5" is not an amount/],
    ["1e21", "XOF", /is not an amount/],
    [undefined, "XOF", /is not an amount/],
    [{}, "XOF", /is not an amount/],
  ] as const)("refuses %j %s", (amount, currency, message) => {
    expect(() => minorOf(amount, currency)).toThrow(message);
  });

  it.each([
    ["1179.82", "XOF", "1180"],
    ["1179.49999", "XOF", "1179"],
    ["1179.5", "XOF", "1180"],
    ["12.505", "EUR", "1251"],
    ["12.994999", "EUR", "1299"],
    ["12.995", "EUR", "1300"],
  ] as const)("rounds %s %s to %s where the option says so", (amount, currency, minor) => {
    expect(minorOf(amount, currency, "round")).toBe(minor);
  });
});

describe("currencyOf", () => {
  it("takes Medusa's lower case", () => {
    expect(currencyOf("xof")).toBe("XOF");
  });
  it.each(["", "xxx", "constructor"])("refuses %j", (code) => {
    expect(() => currencyOf(code)).toThrow(/is not a currency of Cauris/);
  });
});

it.each([
  ["5000", "XOF", 5000],
  ["1250", "EUR", 12.5],
  ["12505", "TND", 12.505],
] satisfies [string, CurrencyCode, number][])("majorOf %s %s is %d", (minor, currency, major) => {
  expect(majorOf(minor, currency)).toBe(major);
});
