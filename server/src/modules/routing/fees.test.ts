import { describe, expect, test } from "vitest";
import { testSeed } from "../../../test/harness/seed.ts";
import { money } from "../../kit/money.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { feeFor, feeOf, feesInForce } from "./fees.ts";
import type { FeeSchedule } from "./snapshot.ts";
import { NOW_MS, snapshot } from "./test-setup.ts";

const schedule = (over: Partial<FeeSchedule> = {}): FeeSchedule => ({
  id: "fee-a",
  version: 1,
  effectiveFromMs: 0,
  method: "MOBILE_MONEY",
  currency: "XOF",
  basisPoints: 150,
  fixed: 0n,
  minimum: 0n,
  maximum: null,
  settlementDelaySeconds: 0,
  ...over,
});

describe("a fee is its share rounded half up, plus the fixed part, within its limits", () => {
  test.each([
    [schedule(), 5_000n, 75n],
    [schedule(), 33n, 0n],
    [schedule(), 34n, 1n],
    [schedule({ basisPoints: 50 }), 100n, 1n],
    [schedule({ basisPoints: 49 }), 100n, 0n],
    [schedule({ fixed: 100n }), 5_000n, 175n],
    [schedule({ minimum: 200n }), 5_000n, 200n],
    [schedule({ maximum: 50n }), 5_000n, 50n],
    [schedule({ minimum: 200n }), 150n, 150n],
    [schedule({ basisPoints: 10_000 }), 999n, 999n],
    [schedule({ basisPoints: 10_000, fixed: 1n }), 999n, 999n],
    [schedule({ basisPoints: 0 }), 999_999_999_999_999n, 0n],
    [schedule({ basisPoints: 150 }), 999_999_999_999_999n, 15_000_000_000_000n],
  ])("%#: %o", (row, amount, fee) => {
    expect(feeOf(row, amount)).toBe(fee);
  });
});

const seed = testSeed();

test(`fee and net are the amount in 100 000 random cases, and no fee is negative or above it (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  const whole = (below: number) => Math.floor(random.unit() * below);
  for (let run = 0; run < 100_000; run += 1) {
    const minimum = BigInt(whole(3) === 0 ? whole(1_000) : 0);
    const row = schedule({
      basisPoints: whole(10_001),
      fixed: BigInt(whole(2) === 0 ? whole(1_000) : 0),
      minimum,
      maximum: whole(3) === 0 ? minimum + BigInt(whole(10_000)) : null,
    });
    const amount = BigInt(1 + whole(10 ** (1 + whole(15))));
    const { fee, net } = feeFor(snapshot({ fees: [row] }), "MOBILE_MONEY", money(amount, "XOF"), NOW_MS);
    if (fee.minor + net.minor !== amount || fee.minor < 0n || net.minor < 0n) {
      expect.fail(`run ${run}: ${amount} became ${fee.minor} + ${net.minor}`);
    }
  }
});

describe("the schedule of a payment", () => {
  const fees = [
    schedule({ settlementDelaySeconds: 3_600 }),
    schedule({ currency: "EUR", basisPoints: 290 }),
    schedule({ method: "CARD", basisPoints: 300 }),
  ];
  test("is that of its method and currency", () => {
    expect(feeFor(snapshot({ fees }), "MOBILE_MONEY", money(1_000n, "XOF"), NOW_MS)).toEqual({
      fee: money(15n, "XOF"),
      net: money(985n, "XOF"),
      settlementDelaySeconds: 3_600,
    });
    expect(feeFor(snapshot({ fees }), "MOBILE_MONEY", money(1_000n, "EUR"), NOW_MS).fee).toEqual(
      money(29n, "EUR"),
    );
    expect(feeFor(snapshot({ fees }), "CARD", money(1_000n, "XOF"), NOW_MS).fee).toEqual(money(30n, "XOF"));
  });

  test("without one, a payment costs nothing", () => {
    expect(feeFor(snapshot({ fees }), "QR", money(1_000n, "XOF"), NOW_MS)).toEqual({
      fee: money(0n, "XOF"),
      net: money(1_000n, "XOF"),
      settlementDelaySeconds: 0,
    });
  });

  test("is the one in force when the payment began, whatever has changed since", () => {
    const versions = [
      schedule({ basisPoints: 100, effectiveFromMs: 1_000 }),
      schedule({ basisPoints: 200, effectiveFromMs: 2_000, version: 2 }),
      // Two changes within a millisecond: the later one applies.
      schedule({ basisPoints: 300, effectiveFromMs: 2_000, version: 3 }),
    ];
    // Whatever order they were read in.
    for (const read of [versions, versions.toReversed()]) {
      const feeAt = (beganAtMs: number) =>
        feeFor(snapshot({ fees: read }), "MOBILE_MONEY", money(1_000n, "XOF"), beganAtMs).fee.minor;
      expect([999, 1_000, 1_999, 2_000, 9_000].map(feeAt)).toEqual([0n, 10n, 10n, 30n, 30n]);
    }
  });
});

test("the schedules in force are listed by currency, then in the order of the methods; what costs nothing is left out", () => {
  const fees = [
    schedule({ id: "card", method: "CARD" }),
    schedule({ id: "old" }),
    schedule({ id: "new", version: 2, effectiveFromMs: NOW_MS }),
    schedule({ id: "next", version: 3, effectiveFromMs: NOW_MS + 1 }),
    schedule({ id: "euro", currency: "EUR" }),
    schedule({ id: "other", currency: "USD" }),
  ];
  const inForce = (atMs: number) => feesInForce({ fees }, ["EUR", "XOF"], atMs).map(({ id }) => id);
  expect(inForce(NOW_MS - 1)).toEqual(["euro", "old", "card"]);
  expect(inForce(NOW_MS)).toEqual(["euro", "new", "card"]);
  expect(feesInForce({ fees: [] }, ["XOF"], NOW_MS)).toEqual([]);
});
