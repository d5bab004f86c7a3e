import { describe, expect, it } from "vitest";
import type { CurrencyCode } from "./currency.ts";
import { addMoney, allocate, decimalText, displayMoney, money, parseAmount, shareOf } from "./money.ts";
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

it("two currencies are never added", () => {
  expect(addMoney(money(1n, "XOF"), money(2n, "XOF"))).toEqual(money(3n, "XOF"));
  expect(() => addMoney(money(1n, "XOF"), money(2n, "EUR"))).toThrow();
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
  it("parts sum to the whole and lie within one unit of their exact share", () => {
    const random = createSeededRandom(7);
    let lost = 0n;
    let far = 0;
    for (let round = 0; round < CASES; round += 1) {
      const total = BigInt(Math.floor(random.unit() * 10 ** Math.ceil(random.unit() * 15)));
      const weights = Array.from({ length: 1 + Math.floor(random.unit() * 6) }, () =>
        random.unit() < 0.2 ? 0n : BigInt(Math.floor(random.unit() * 10_000)),
      );
      const sum = weights.reduce((left, right) => left + right, 0n);
      if (sum === 0n) continue;
      const parts = allocate(total, weights);
      const rest = total - parts.reduce((left, right) => left + right, 0n);
      lost += rest < 0n ? -rest : rest;
      for (const [index, part] of parts.entries()) {
        const exact = total * (weights[index] ?? 0n);
        const off = part * sum - exact;
        if (off >= sum || off <= -sum) far += 1;
      }
    }
    expect({ lost, far }).toEqual({ lost: 0n, far: 0 });
  });

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

  it("units left over go to the largest remainders, the earlier part first", () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(5n, [1n, 2n, 2n])).toEqual([1n, 2n, 2n]);
    expect(allocate(10n, [1n, 0n, 3n])).toEqual([3n, 0n, 7n]);
    expect(allocate(1n, [1n, 1n])).toEqual([1n, 0n]);
  });

  it.each([[[]], [[0n, 0n]], [[1n, -1n, 3n]]])(
    "weights that are negative, or all zero, are a bug and throw (%#)",
    (weights) => {
      expect(() => allocate(10n, weights)).toThrow();
    },
  );

  it("of less than nothing is a bug and throws: rounding down would lose units there", () => {
    expect(() => allocate(-10n, [1n, 1n, 1n])).toThrow();
  });
});
