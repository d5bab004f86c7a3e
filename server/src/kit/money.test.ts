import { describe, expect, it } from "vitest";
import type { CurrencyCode } from "./currency.ts";
import { decimalText, displayMoney, money, parseAmount, parseDecimal, shareOf } from "./money.ts";
import { createSeededRandom } from "./random.ts";

const CASES = 100_000;

describe("request amounts", () => {
  it.each(["1", "5000", "999999999999999"])("%s is read as minor units, never scaled", (text) => {
    expect(parseAmount(text, "XOF")).toEqual({ minor: BigInt(text), currency: "XOF" });
    expect(parseAmount(text, "EUR")).toEqual({ minor: BigInt(text), currency: "EUR" });
  });

  it.each(["", "0", "05", "-5", "+5", "5.0", "5,0", " 5", "5 ", "5e3", "0x5", "٥", "1000000000000000"])(
    "%j is no amount",
    (text) => expect(parseAmount(text, "XOF")).toBeNull(),
  );
});

describe("a provider's decimal text", () => {
  it.each<[string, CurrencyCode, bigint]>([
    ["99", "XOF", 99n],
    ["99.00", "XOF", 99n],
    ["0.07", "EUR", 7n],
    ["12.5", "USD", 1_250n],
    ["12.500", "USD", 1_250n],
    ["1.234", "TND", 1_234n],
    ["999999999999999.99", "EUR", 99_999_999_999_999_999n],
  ])("%s %s is %s minor units", (text, currency, minor) => {
    expect(parseDecimal(text, currency)).toEqual({ minor, currency });
  });

  it.each<[unknown, unknown]>([
    ["99.5", "XOF"],
    ["0.071", "EUR"],
    ["-5", "XOF"],
    ["+5", "XOF"],
    ["5,00", "EUR"],
    ["5.", "EUR"],
    [".5", "EUR"],
    ["1e3", "XOF"],
    ["", "XOF"],
    [" 5", "XOF"],
    [5, "XOF"],
    ["5", "OUV"],
    ["5", undefined],
    ["1000000000000000", "XOF"],
  ])("%j %j is no amount: nothing is rounded or guessed", (text, currency) => {
    expect(parseDecimal(text, currency)).toBeNull();
  });
});

describe("decimal text", () => {
  it.each<[bigint, CurrencyCode, string]>([
    [5_000n, "XOF", "5000"],
    [0n, "XOF", "0"],
    [5_000n, "EUR", "50.00"],
    [7n, "EUR", "0.07"],
    [0n, "EUR", "0.00"],
    [-7n, "EUR", "-0.07"],
    [1_234n, "TND", "1.234"],
    [999_999_999_999_999_999n, "EUR", "9999999999999999.99"],
  ])("of %s minor units of %s is %s", (minor, currency, text) => {
    expect(decimalText(money(minor, currency))).toBe(text);
  });
});

describe("amounts for people", () => {
  const plain = (minor: bigint, currency: CurrencyCode, locale: "fr" | "en" | "pt") =>
    displayMoney(money(minor, currency), locale).replace(/\s/g, " ");

  it("follow the language and the currency's decimals, exactly, however large", () => {
    expect(plain(5_000n, "XOF", "fr")).toBe("5 000 F CFA");
    expect(plain(5_000n, "EUR", "fr")).toBe("50,00 €");
    expect(plain(5_000n, "EUR", "en")).toBe("€50.00");
    expect(plain(999_999_999_999_999_999n, "EUR", "fr")).toBe("9 999 999 999 999 999,99 €");
  });

  it("are the same the second time, each amount its own, also after thousands of others", () => {
    const amounts = Array.from({ length: 5_000 }, (_none, index) => BigInt(index * 7));
    const once = amounts.map((minor) => displayMoney(money(minor, "USD"), "en"));
    const again = amounts.map((minor) => displayMoney(money(minor, "USD"), "en"));
    expect(again).toEqual(once);
    expect(new Set(once).size).toBe(5_000);
    expect(displayMoney(money(7n, "EUR"), "en")).not.toBe(displayMoney(money(7n, "USD"), "en"));
  });
});

describe("a share", () => {
  it.each<[bigint, bigint, bigint]>([
    [10_000n, 150n, 150n],
    [33n, 150n, 0n],
    [34n, 150n, 1n],
    [100n, 50n, 1n],
    [99n, 50n, 0n],
    [1n, 10_000n, 1n],
  ])("of %s at %s basis points is %s: half is rounded up", (amount, basisPoints, share) => {
    expect(shareOf(amount, basisPoints)).toBe(share);
  });
});

describe(`splits lose and make nothing: ${CASES} random cases (seed 7)`, () => {
  it("a share and its rest are the whole, and the share lies within half a unit", () => {
    const random = createSeededRandom(8);
    let wrong = 0;
    for (let round = 0; round < CASES; round += 1) {
      const amount = BigInt(Math.floor(random.unit() * 1e15));
      const basisPoints = BigInt(Math.floor(random.unit() * 10_001));
      const off = shareOf(amount, basisPoints) * 10_000n - amount * basisPoints;
      if (off > 5_000n || off <= -5_000n) wrong += 1;
    }
    expect(wrong).toBe(0);
  });
});
