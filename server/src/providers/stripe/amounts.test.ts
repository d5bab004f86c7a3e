import { describe, expect, it } from "vitest";
import type { CurrencyCode } from "../../kit/currency.ts";
import { money } from "../../kit/money.ts";
import { fromStripeAmount, stripeCurrencies, toStripeAmount } from "./amounts.ts";

describe("an amount at Stripe", () => {
  it.each<[bigint, CurrencyCode, number]>([
    [5_000n, "XOF", 5_000],
    [5_000n, "XAF", 5_000],
    [5_000n, "GNF", 5_000],
    [5_000n, "KMF", 5_000],
    [500n, "JPY", 500],
    [1_050n, "EUR", 1_050],
    [1_050n, "USD", 1_050],
    // Two decimals there, none here.
    [1_000n, "UGX", 100_000],
    // None there, two here.
    [50_000n, "MGA", 500],
    // The last of three decimals is zero.
    [12_340n, "KWD", 12_340],
    [12_340n, "TND", 12_340],
    [999_999_999_999_999n, "USD", 999_999_999_999_999],
  ])("%s %s is %s, and back", (minor, currency, amount) => {
    expect(toStripeAmount(money(minor, currency))).toBe(amount);
    expect(fromStripeAmount(amount, currency.toLowerCase())).toEqual({ minor, currency });
  });

  it.each<[bigint, CurrencyCode]>([
    [50_001n, "MGA"],
    [12_341n, "KWD"],
    [12_345n, "BHD"],
    [1n, "OMR"],
    [9n, "JOD"],
    [11n, "TND"],
  ])("does not exist for %s minor units of %s", (minor, currency) => {
    expect(toStripeAmount(money(minor, currency))).toBeNull();
  });

  it.each<[unknown, unknown]>([
    [100_001, "ugx"],
    [1.5, "eur"],
    ["100", "eur"],
    [null, "eur"],
    [2 ** 53, "eur"],
    [100, "EUR"],
    [100, "xts"],
    [100, undefined],
  ])("is not read from %s of %s", (amount, currency) => {
    expect(fromStripeAmount(amount, currency)).toBeNull();
  });

  it("is of a currency that Stripe charges cards in", () => {
    expect(stripeCurrencies).toContain("XOF");
    expect(stripeCurrencies).not.toContain("GHS");
    expect(stripeCurrencies).not.toContain("MRU");
  });
});
