import { describe, expect, it } from "vitest";
import { currencyCodes, exponentOf } from "../../../server/src/kit/currency.ts";
import { type CurrencyCode, decimals, format, toDecimal, toMinor } from "./money.ts";

describe("money", () => {
  it("has the service's currencies, with their decimals", () => {
    expect(decimals).toEqual(Object.fromEntries(currencyCodes.map((code) => [code, exponentOf(code)])));
  });

  it.each<[string | number | bigint, CurrencyCode, string]>([
    ["5000", "XOF", "5000"],
    [5000, "XAF", "5000"],
    [5000n, "GNF", "5000"],
    ["12.50", "EUR", "1250"],
    ["12.5", "EUR", "1250"],
    ["12", "EUR", "1200"],
    ["0.05", "EUR", "5"],
    ["1.234", "KWD", "1234"],
    ["007", "XOF", "7"],
    ["999999999999999", "XOF", "999999999999999"],
  ])("%s %s is %s minor units", (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor);
  });

  it.each<[string | number, CurrencyCode, RegExp]>([
    ["12.5", "XOF", /XOF has no decimals/],
    ["12.0", "XOF", /XOF has no decimals/],
    ["12.505", "EUR", /EUR has 2 decimals, not 3/],
    [12.5, "EUR", /give an amount with decimals as text/],
    [Number.NaN, "EUR", /not a whole number/],
    [2 ** 53, "XOF", /not a whole number/],
    ["-5", "XOF", /is not an amount/],
    ["5 000", "XOF", /is not an amount/],
    ["5,00", "EUR", /is not an amount/],
    ["1e3", "XOF", /is not an amount/],
    ["", "XOF", /is not an amount/],
    ["5", "XYZ" as CurrencyCode, /is not a currency/],
  ])("%s %s is refused", (amount, currency, message) => {
    expect(() => toMinor(amount, currency)).toThrow(message);
  });

  it.each<[string | bigint, CurrencyCode, string]>([
    ["5000", "XOF", "5000"],
    ["1250", "EUR", "12.50"],
    [5n, "EUR", "0.05"],
    ["-5", "EUR", "-0.05"],
    ["1234", "KWD", "1.234"],
  ])("%s minor units of %s are %s", (minor, currency, decimal) => {
    expect(toDecimal(minor, currency)).toBe(decimal);
  });

  it("is written as people read it, to the last digit", () => {
    const plain = (text: string) => text.replace(/\s/g, " ");
    expect(plain(format("5000", "XOF"))).toBe("5 000 F CFA");
    expect(plain(format("1250", "EUR", "en"))).toBe("€12.50");
    expect(plain(format("123456789012345678", "EUR", "en"))).toBe("€1,234,567,890,123,456.78");
    expect(() => toDecimal("12.5", "EUR")).toThrow(/is not a number of minor units/);
  });
});
