import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../../kit/random.ts";
import { chargeStatuses } from "../states.ts";
import { amountToRefund, capturedOf, feeToReturn, routeOfRefund } from "./rules.ts";

const charge = { status: "SUCCEEDED", pays: true, amount: 5_000n, amountConfirmed: null, fee: 75n } as const;
const SEED = 77;

const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { declaration, details } = error as { declaration: { name: string }; details: object };
    return [declaration.name, details];
  }
};

describe("the amount of a refund", () => {
  it.each<[string, bigint, bigint | null, unknown]>([
    ["all of it when none is named", 0n, null, 5_000n],
    ["what is left when none is named", 1_999n, null, 3_001n],
    ["what is named", 1_000n, 4_000n, 4_000n],
    ["the last unit", 4_999n, 1n, 1n],
    [
      "never more than is left",
      1_000n,
      4_001n,
      ["REFUND_AMOUNT_EXCEEDS_REMAINING", { remaining: "4000", requested: "4001" }],
    ],
    ["never nothing", 5_000n, null, ["REFUND_AMOUNT_EXCEEDS_REMAINING", { remaining: "0" }]],
  ])("is %s", (_name, spent, requested, expected) => {
    expect(refusal(() => amountToRefund(charge, spent, requested))).toEqual(expected);
  });

  it.each(chargeStatuses.filter((status) => status !== "SUCCEEDED"))(
    "of a charge that is %s is none",
    (status) => {
      expect(refusal(() => amountToRefund({ ...charge, status, pays: false }, 0n, 1n))).toEqual([
        "CHARGE_NOT_REFUNDABLE",
        { reason: "NOT_SUCCEEDED", status },
      ]);
    },
  );

  it("is refused while the money is held, because it is not the merchant's", () => {
    expect(refusal(() => amountToRefund({ ...charge, pays: false }, 0n, 1n))).toEqual([
      "CHARGE_NOT_REFUNDABLE",
      { reason: "MONEY_HELD" },
    ]);
  });

  it("is at most what the provider took, when that differs from the charge", () => {
    const odd = { ...charge, amountConfirmed: 4_000n };
    expect(capturedOf(odd)).toBe(4_000n);
    expect(amountToRefund(odd, 0n, null)).toBe(4_000n);
  });
});

describe("the fee that goes back", () => {
  it("a full refund returns the whole fee, and a partial one its share rounded down", () => {
    expect(feeToReturn(charge, 0n, 5_000n, 0n)).toBe(75n);
    expect(feeToReturn(charge, 0n, 100n, 0n)).toBe(1n);
    expect(feeToReturn(charge, 100n, 100n, 1n)).toBe(2n);
    expect(feeToReturn({ ...charge, fee: 0n }, 0n, 5_000n, 0n)).toBe(0n);
  });

  it(`is never more than its share so far, and exactly the fee at the end (seed ${SEED})`, () => {
    const random = createSeededRandom(SEED);
    for (let round = 0; round < 2_000; round += 1) {
      const amount = BigInt(1 + Math.floor(random.unit() * 1e6));
      const fee = BigInt(Math.floor(random.unit() * Number(amount)));
      let [refunded, returned] = [0n, 0n];
      while (refunded < amount) {
        const left = amount - refunded;
        const part = random.unit() < 0.2 ? left : 1n + BigInt(Math.floor(random.unit() * Number(left)));
        const back = feeToReturn({ fee, amount, amountConfirmed: null }, refunded, part, returned);
        expect(back).toBeGreaterThanOrEqual(0n);
        refunded += part;
        returned += back;
        expect(returned * amount).toBeLessThanOrEqual(fee * refunded);
      }
      expect(returned).toBe(fee);
    }
  });
});

describe("the fee that goes back when parts are booked back", () => {
  it(`is never negative, and never more than the fee in all (seed ${SEED})`, () => {
    const random = createSeededRandom(SEED);
    let boundCount = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const amount = BigInt(2 + Math.floor(random.unit() * 50));
      const fee = BigInt(Math.floor(random.unit() * Number(amount)));
      const parts: { amount: bigint; fee: bigint }[] = [];
      for (let step = 0; step < 12; step += 1) {
        const refunded = parts.reduce((sum, part) => sum + part.amount, 0n);
        const returned = parts.reduce((sum, part) => sum + part.fee, 0n);
        if (refunded === amount || (parts.length > 0 && random.unit() < 0.4)) {
          parts.splice(Math.floor(random.unit() * parts.length), 1);
          continue;
        }
        const part = 1n + BigInt(Math.floor(random.unit() * Number(amount - refunded)));
        const charged = { fee, amount, amountConfirmed: null };
        const back = feeToReturn(charged, refunded, part, returned);
        expect(back).toBeGreaterThanOrEqual(0n);
        expect(returned + back).toBeLessThanOrEqual(fee);
        if (back < feeToReturn(charged, refunded, part, 0n)) boundCount += 1;
        parts.push({ amount: part, fee: back });
      }
    }
    // The rest of the fee is a bound that is reached.
    expect(boundCount).toBeGreaterThan(0);
  });
});

describe("the way back of a refund", () => {
  const full = { ...charge, amount: 5_000n };
  const came = { ...charge, amountConfirmed: 4_000n };
  it.each([
    ["PARTIAL", true, full, 1n, true, "ORIGINAL_RAIL"],
    ["PARTIAL", false, full, 5_000n, false, "ORIGINAL_RAIL"],
    ["FULL", true, full, 5_000n, false, "ORIGINAL_RAIL"],
    ["FULL", true, full, 4_999n, true, "PAYOUT_TO_PAYER"],
    ["FULL", true, full, 4_999n, false, "NO_WAY_BACK"],
    ["FULL", false, full, 4_999n, true, "NO_WAY_BACK"],
    // Complete means what the provider took.
    ["FULL", true, came, 4_000n, false, "ORIGINAL_RAIL"],
    ["NONE", true, full, 5_000n, true, "PAYOUT_TO_PAYER"],
    ["NONE", true, full, 5_000n, false, "NO_WAY_BACK"],
    ["NONE", false, full, 5_000n, true, "NO_WAY_BACK"],
  ] as const)(
    "by a rail that gives back %s, payouts %s: case %#",
    (refund, payout, of, amount, hasPhone, way) => {
      const route = refusal(() => routeOfRefund({ refund, payout }, of, amount, () => hasPhone));
      expect(route).toEqual(way === "NO_WAY_BACK" ? ["CHARGE_NOT_REFUNDABLE", { reason: way }] : way);
    },
  );
});
