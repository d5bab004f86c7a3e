import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, type Id, type MerchantNo } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import { findNamed } from "../provider/named-store.ts";
import { providerReference } from "../provider/reference.ts";
import {
  checkRefundNow,
  claimDueRefunds,
  claimRefund,
  closeRefundReview,
  insertRefund,
  type RefundEnd,
  reverseRefund,
  scheduleAfterSuccess,
  updateRefund,
} from "./store.ts";
import type { Refund } from "./types.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(11));
const LEASE_MS = 60_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** A refund of a whole charge of 1 000 F, due at `dueAtMs`. */
async function owed(dueAtMs: number, providerReference: string | null = null): Promise<Id<"refund">> {
  const charge = {
    merchantNo: 1 as MerchantNo,
    id: ids.next("charge"),
    paymentIntentId: ids.next("paymentIntent"),
    walletId: ids.next("wallet"),
    amount: 1_000n,
    currency: "XOF",
    providerAccountId: ids.uuid(),
  } as const;
  const id = ids.next("refund");
  await database.db.transaction((tx) =>
    insertRefund(tx, { id, charge, reason: "DUPLICATE", providerReference, nowMs: dueAtMs }),
  );
  return id;
}

const claim = (nowMs: number, limit = 10) =>
  claimDueRefunds(database.db, { nowMs, leaseMs: LEASE_MS, limit });
const write = (refund: Refund, end: Partial<RefundEnd>, nowMs: number) =>
  database.db.transaction((tx) =>
    updateRefund(
      tx,
      refund,
      {
        status: "PROCESSING",
        route: refund.route,
        feeRefunded: 0n,
        providerTransactionId: null,
        providerCode: null,
        failureCode: null,
        nextCheckAtMs: null,
        unknownSinceMs: null,
        providerHandle: null,
        ...end,
      },
      nowMs,
    ),
  );
const only = (refunds: readonly Refund[]): Refund => {
  const [refund] = refunds;
  if (refund === undefined || refunds.length !== 1) throw new Error(`one refund, not ${refunds.length}`);
  return refund;
};

describe("refunds that are due", () => {
  it("are whole, PROCESSING from the first claim, and counted each time", async () => {
    const id = await owed(NOW_MS);
    const refund = only(await claim(NOW_MS));
    expect(refund).toMatchObject({
      id,
      status: "PROCESSING",
      amount: 1_000n,
      currency: "XOF",
      reason: "DUPLICATE",
      checkCount: 1,
      unknownSinceMs: null,
      createdAtMs: NOW_MS,
    });
    await write(refund, { status: "SUCCEEDED" }, NOW_MS);
  });

  it("belong to one worker for the lease, and to the next one after it", async () => {
    const id = await owed(NOW_MS);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(NOW_MS)));
    expect(claims.flat().map((refund) => refund.id)).toEqual([id]);
    expect(await claim(NOW_MS + LEASE_MS - 1)).toEqual([]);
    const again = only(await claim(NOW_MS + LEASE_MS));
    expect(again).toMatchObject({ id, checkCount: 2, status: "PROCESSING" });
    await write(again, { status: "SUCCEEDED" }, NOW_MS);
  });

  it("wait until their time, and no longer", async () => {
    await owed(NOW_MS + 5_000);
    expect(await claim(NOW_MS + 4_999)).toEqual([]);
    const refund = only(await claim(NOW_MS + 5_000));
    await write(refund, { nextCheckAtMs: NOW_MS + 7_000, unknownSinceMs: NOW_MS + 5_000 }, NOW_MS + 5_000);
    expect(await claim(NOW_MS + 6_999)).toEqual([]);
    const later = only(await claim(NOW_MS + 7_000));
    expect(later).toMatchObject({ checkCount: 2, unknownSinceMs: NOW_MS + 5_000 });
    await write(later, { status: "FAILED", failureCode: "UNKNOWN" }, NOW_MS);
  });

  it("come a few at a time, the longest due first", async () => {
    const [second, first] = [await owed(NOW_MS + 2), await owed(NOW_MS + 1)];
    const earlier = only(await claim(NOW_MS + 10, 1));
    const later = only(await claim(NOW_MS + 10, 1));
    expect([earlier.id, later.id]).toEqual([first, second]);
    for (const refund of [earlier, later]) await write(refund, { status: "SUCCEEDED" }, NOW_MS);
  });
});

describe("what its provider knows a refund by", () => {
  it("is the own id that it was made with, and the handle that came last", async () => {
    const ownId = ids.uuid();
    await owed(NOW_MS, ownId);
    const refund = only(await claim(NOW_MS));
    expect(refund).toMatchObject({ providerReference: ownId, providerHandle: null });
    for (const [told, kept] of [
      ["first", "first"],
      [null, "first"],
      ["second", "second"],
    ] as const) {
      const providerHandle = told === null ? null : Buffer.from(told);
      const after = await write(refund, { providerHandle }, NOW_MS);
      expect(after).toMatchObject({ providerReference: ownId, providerHandle: Buffer.from(kept) });
    }
    const ended = await write(refund, { status: "SUCCEEDED" }, NOW_MS);
    expect(ended).toMatchObject({ providerHandle: Buffer.from("second") });
  });
});

describe("news of a refund under way", () => {
  it("make it due now, whether it waits or was given up, for its own merchant alone", async () => {
    await owed(NOW_MS);
    const refund = only(await claim(NOW_MS));
    await write(refund, { nextCheckAtMs: NOW_MS + 900_000 }, NOW_MS);
    const { merchantNo, id } = refund;
    const checkNow = (key: Pick<Refund, "merchantNo" | "id">) => checkRefundNow(database.db, key, NOW_MS + 5);
    expect(await checkNow({ merchantNo: 2 as MerchantNo, id })).toBe(false);
    expect(await claim(NOW_MS + 5)).toEqual([]);
    expect(await checkNow({ merchantNo, id })).toBe(true);
    expect(only(await claim(NOW_MS + 5)).id).toBe(id);
    await write(refund, { nextCheckAtMs: null }, NOW_MS);
    expect(await checkNow({ merchantNo, id })).toBe(true);
    expect(only(await claim(NOW_MS + 5)).id).toBe(id);
    await write(refund, { status: "FAILED" }, NOW_MS + 6);
    expect(await checkNow({ merchantNo, id })).toBe(false);
  });

  it("of one that succeeded make it due once more: it may have failed since", async () => {
    await owed(NOW_MS);
    const refund = only(await claim(NOW_MS));
    await write(refund, { status: "SUCCEEDED" }, NOW_MS);
    expect(await claim(NOW_MS + LEASE_MS)).toEqual([]);
    expect(await checkRefundNow(database.db, refund, NOW_MS + 5)).toBe(true);
    const again = only(await claim(NOW_MS + 5));
    expect(again).toMatchObject({ id: refund.id, status: "SUCCEEDED", version: 3 });
    await database.db.transaction((tx) => scheduleAfterSuccess(tx, again, NOW_MS + 60_000));
    expect(await claim(NOW_MS + 59_999)).toEqual([]);
    only(await claim(NOW_MS + 60_000));
    await database.db.transaction((tx) => scheduleAfterSuccess(tx, again, null));
    expect(await claim(NOW_MS + 10 * LEASE_MS)).toEqual([]);
  });

  it("finds it by our reference and by its own id, for its own account alone", async () => {
    const ownId = ids.uuid();
    await owed(NOW_MS, ownId);
    const refund = only(await claim(NOW_MS));
    const { merchantNo, id, providerAccountId } = refund;
    const { db } = database;
    for (const names of [
      { by: "own_id", value: ownId },
      { by: "reference", value: providerReference(merchantNo, id) },
    ] as const) {
      expect(await findNamed(db, "refunds", providerAccountId, names)).toMatchObject({ merchantNo, id });
      expect(await findNamed(db, "refunds", ids.uuid(), names)).toBeNull();
      expect(await findNamed(db, "payouts", providerAccountId, names)).toBeNull();
    }
    for (const value of ["", "\u0000", ids.uuid(), `${ownId} `, "x".repeat(37)]) {
      for (const by of ["own_id", "reference"] as const) {
        expect(await findNamed(db, "refunds", providerAccountId, { by, value })).toBeNull();
      }
    }
    await write(refund, { status: "SUCCEEDED" }, NOW_MS);
  });
});

describe("a refund whose success is taken back", () => {
  const reversal = {
    providerCode: "expired_or_canceled_card",
    failureCode: "CARD_DECLINED",
    providerHandle: null,
    reviewReason: "REVERSED",
  } as const;
  const reverse = (refund: Refund) =>
    database.db.transaction((tx) => reverseRefund(tx, refund, reversal, NOW_MS + 7));

  it("is FAILED once, keeps the moment of its success, and waits for an operator", async () => {
    await owed(NOW_MS);
    const refund = only(await claim(NOW_MS));
    expect(await reverse(refund)).toBeNull();
    await write(refund, { status: "SUCCEEDED", feeRefunded: 5n }, NOW_MS + 3);
    expect(await reverse(refund)).toMatchObject({
      status: "FAILED",
      failureCode: "CARD_DECLINED",
      reviewReason: "REVERSED",
      feeRefunded: 0n,
      succeededAtMs: NOW_MS + 3,
      failedAtMs: NOW_MS + 7,
      version: 4,
    });
    expect(await reverse(refund)).toBeNull();
    expect(await checkRefundNow(database.db, refund, NOW_MS + 8)).toBe(false);
    const close = () => database.db.transaction((tx) => closeRefundReview(tx, refund, NOW_MS + 9));
    expect([await close(), await close()]).toEqual([true, false]);
  });
});

describe("the end of a refund", () => {
  it.each(["SUCCEEDED", "FAILED"] as const)(
    "%s is written once, with its moment, and asked about no more",
    async (status) => {
      await owed(NOW_MS);
      const refund = only(await claim(NOW_MS));
      expect(await write(refund, { status }, NOW_MS + 3)).toMatchObject({
        id: refund.id,
        status,
        version: 3,
      });
      for (const late of ["SUCCEEDED", "FAILED", "PROCESSING"] as const) {
        expect(await write(refund, { status: late }, NOW_MS + 9)).toBeNull();
      }
      expect(await claim(NOW_MS + 10 * LEASE_MS)).toEqual([]);
      expect(await claimRefund(database.db, refund.merchantNo, refund.id, NOW_MS)).toEqual(
        // An operator may ask whether a success still holds.
        status === "SUCCEEDED" ? expect.objectContaining({ status }) : null,
      );
      await database.db.query({ text: "update refunds set next_check_at = null" });
      const [row] = await database.db.query({
        text: `select status, version, succeeded_at as "succeededAtMs", failed_at as "failedAtMs" from refunds where id = $1`,
        values: [refund.id],
      });
      expect(row).toEqual({
        status,
        version: 3,
        succeededAtMs: status === "SUCCEEDED" ? NOW_MS + 3 : null,
        failedAtMs: status === "FAILED" ? NOW_MS + 3 : null,
      });
    },
  );
});
