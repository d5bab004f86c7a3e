import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { quietLog } from "../../../../test/harness/log.ts";
import {
  insertMerchant,
  insertRows,
  PROVIDER_ACCOUNT_ID,
  type TestMerchant,
} from "../../../../test/harness/rows.ts";
import type { Database } from "../../../db/database.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource } from "../../../kit/ids.ts";
import { createSystemRandom } from "../../../kit/random.ts";
import { post, transfer } from "../../ledger/index.ts";
import { createSettlementWorker } from "./settle-charges.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const HOUR_MS = 3_600_000;
const clock = createManualClock(NOW_MS);
const ids = createIdSource(clock, createSystemRandom());

let database: TestDatabase;
let db: Database;
let shop: TestMerchant;
let other: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock.set(NOW_MS);
  await database.owner.query({ text: "truncate settlements, ledger_transfers, wallets cascade" });
  shop = await insertMerchant(database.owner, ids, NOW_MS);
  other = await insertMerchant(database.owner, ids, NOW_MS);
});

const worker = () => createSettlementWorker({ db, clock, ids, log: quietLog });

/** A payment that is confirmed now and becomes available later. */
async function pays({ merchantNo, walletId }: TestMerchant, amount: bigint, dueAtMs: number): Promise<void> {
  const chargeId = ids.next("charge");
  const transfers = transfer(`clearing:${PROVIDER_ACCOUNT_ID}`, "pending", amount, "CHARGE");
  const posting = { walletId, currency: "XOF", sourceType: "charge", sourceId: chargeId, transfers } as const;
  await db.transaction((tx) => post(tx, ids, merchantNo, posting, clock.nowMs()));
  await insertRows(database.owner, "settlements", [{ merchantNo, chargeId, walletId, amount, dueAtMs }]);
}

async function balances({ merchantNo }: TestMerchant) {
  const [row] = await db.query<{ available: bigint; pending: bigint; entries: bigint }>({
    text: `select available, pending, transfer_count as entries from wallets where merchant_no = $1`,
    values: [merchantNo],
  });
  return row;
}

describe("pending money", () => {
  it("becomes available when it is due, not before, and once", async () => {
    await pays(shop, 5_000n, NOW_MS + HOUR_MS);
    await pays(shop, 300n, NOW_MS + 2 * HOUR_MS);
    clock.advance(HOUR_MS - 1);
    expect(await worker().runOnce()).toBe(0);
    clock.advance(1);
    expect([await worker().runOnce(), await worker().runOnce()]).toEqual([1, 0]);
    expect(await balances(shop)).toMatchObject({ available: 5_000n, pending: 300n, entries: 3n });
    clock.advance(HOUR_MS);
    expect(await worker().runOnce()).toBe(1);
    expect(await balances(shop)).toMatchObject({ available: 5_300n, pending: 0n, entries: 4n });
  });

  it("is booked charge by charge, in every wallet that has some due", async () => {
    for (const amount of [10n, 20n, 30n]) await pays(shop, amount, NOW_MS);
    await pays(other, 7n, NOW_MS);
    expect(await worker().runOnce()).toBe(4);
    expect([await balances(shop), await balances(other)]).toMatchObject([
      { available: 60n, pending: 0n, entries: 6n },
      { available: 7n, pending: 0n, entries: 2n },
    ]);
    const booked = await db.query<{ amount: bigint; transactions: bigint }>({
      text: `select amount, count(*) over () as transactions from ledger_transfers
        where type = 'SETTLEMENT' and merchant_no = $1 group by amount, transaction_id order by amount`,
      values: [shop.merchantNo],
    });
    expect(booked.map(({ amount }) => amount)).toEqual([10n, 20n, 30n]);
    expect(booked[0]?.transactions).toBe(3n);
  });

  it("is booked once by many workers, while more comes in", async () => {
    for (let count = 0; count < 20; count += 1) await pays(count % 2 === 0 ? shop : other, 100n, NOW_MS);
    const done = await Promise.all([
      ...Array.from({ length: 4 }, () => worker().runOnce()),
      pays(shop, 1n, NOW_MS),
    ]);
    await worker().runOnce();
    expect(done.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBeGreaterThanOrEqual(20);
    expect([await balances(shop), await balances(other)]).toMatchObject([
      { available: 1_001n, pending: 0n, entries: 22n },
      { available: 1_000n, pending: 0n, entries: 20n },
    ]);
  });

  it("stays pending, and due, when its booking is refused", async () => {
    await pays(shop, 100n, NOW_MS);
    await pays(other, 100n, NOW_MS);
    // The pending money is missing: the wallet's own check refuses to go below zero.
    await database.owner.query({
      text: "update wallets set pending = 0 where merchant_no = $1",
      values: [other.merchantNo],
    });
    await expect(worker().runOnce()).rejects.toThrow();
    expect(await balances(shop)).toMatchObject({ available: 0n, pending: 100n });
    const left = await db.query({ text: "select 1 from settlements" });
    expect(left).toHaveLength(2);
  });
});
