import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import { parseProviderReference, providerReference, referenceEndOf } from "./reference.ts";

const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 21)), createSeededRandom(3));

describe("our reference at a provider", () => {
  it.each([1, 255, 2 ** 31 - 1])("leads back to the charge of merchant number %d", (number) => {
    const merchantNo = number as MerchantNo;
    const id = ids.next("charge");
    const reference = providerReference(merchantNo, id);
    expect(reference).toMatch(/^[0-9a-z]{32}$/);
    expect(parseProviderReference(reference)).toEqual({ merchantNo, id });
  });

  it("is the same on each call, and differs for each charge and each merchant", () => {
    const [first, second] = [ids.next("charge"), ids.next("charge")];
    const one = 1 as MerchantNo;
    expect(providerReference(one, first)).toBe(providerReference(one, first));
    const all = [providerReference(one, first), providerReference(one, second)];
    expect(new Set([...all, providerReference(2 as MerchantNo, first)]).size).toBe(3);
  });

  it("ends with its merchant's number for every charge, and with no other merchant's", () => {
    const ends = [1, 2, 31, 32, 1_024, 2 ** 30 - 1].map((number) => {
      const merchantNo = number as MerchantNo;
      const end = referenceEndOf(merchantNo);
      for (let made = 0; made < 20; made += 1) {
        expect(providerReference(merchantNo, ids.next("charge")).endsWith(end)).toBe(true);
      }
      return end;
    });
    expect(new Set(ends).size).toBe(ends.length);
    expect(() => referenceEndOf((2 ** 30) as MerchantNo)).toThrow("assertion failed");
  });

  it("is not read from any other text", () => {
    const reference: string = providerReference(1 as MerchantNo, ids.next("charge"));
    const others = [
      "",
      "x",
      reference.slice(1),
      `${reference}0`,
      reference.toUpperCase(),
      reference.replace(/.$/, "u"),
    ];
    for (const text of others) expect(parseProviderReference(text), text).toBeNull();
  });
});
