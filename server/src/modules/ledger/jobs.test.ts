import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../../test/harness/rows.ts";
import { testSeed } from "../../../test/harness/seed.ts";
import type { Database } from "../../db/database.ts";
import { checkInvariants } from "../../invariants/index.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createSealer } from "./jobs.ts";
import type { Posting } from "./postings.ts";
import { transfer } from "./postings.ts";
import { findPositionAt, readSealsWithin, readSealThrough, readTransfers } from "./seal-store.ts";
import { post, postAll } from "./store.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const WAIT_MS = 300_000;
const SEED = testSeed();
const ALL = 2n ** 40n;

let database: TestDatabase;
let db: Database;
const clock = createManualClock(NOW_MS);
const random = createSeededRandom(SEED);
const ids = createIdSource(clock, random);
let merchant: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock.set(NOW_MS);
  await database.owner.query({ text: "truncate ledger_seals, ledger_transfers, wallets cascade" });
  merchant = await insertMerchant(database.owner, ids, NOW_MS);
});

function paid(amount: bigint): Posting {
  const transfers = [
    ...transfer(`clearing:${PROVIDER_ACCOUNT_ID}`, "available", amount, "CHARGE"),
    ...transfer("available", "fees", amount / 100n, "FEE"),
  ];
  return {
    walletId: merchant.walletId,
    currency: "XOF",
    sourceType: "adjustment",
    sourceId: ids.uuid(),
    transfers,
  };
}
const book = (amount: bigint, atMs = clock.nowMs()) =>
  db.transaction((tx) => post(tx, ids, merchant.merchantNo, paid(amount), atMs));
const sealer = (log = quietLog) => createSealer({ db, clock, log });
const seals = () => readSealsWithin(db, merchant.merchantNo, merchant.walletId, 1n, ALL);
const transfers = () => readTransfers(db, merchant.merchantNo, merchant.walletId, 1n, ALL);

describe("positions", () => {
  it("have no gap and no double, however many book at the same time, and times never go backwards", async () => {
    await Promise.all(Array.from({ length: 40 }, (_none, index) => book(1_000n, NOW_MS - index * 1_000)));
    const found = await transfers();
    expect(found.map(({ position }) => position)).toEqual(
      Array.from({ length: 80 }, (_none, n) => BigInt(n + 1)),
    );
    const times = found.map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    let balance = 0n;
    for (const { from, to, amount, balanceAfter } of found) {
      balance += (to === "available" ? amount : 0n) - (from === "available" ? amount : 0n);
      expect(balanceAfter).toBe(balance);
    }
    expect(await checkInvariants(db)).toEqual([]);
  });

  it("numbers taken by a refused posting are used again", async () => {
    await book(1_000n);
    const overdraft = { ...paid(5n), transfers: transfer("held", "available", 1n, "RELEASE") };
    await expect(
      db.transaction((tx) => postAll(tx, ids, merchant.merchantNo, [paid(50n), overdraft], clock.nowMs())),
    ).rejects.toThrow();
    await book(2_000n);
    expect((await transfers()).map(({ position }) => position)).toEqual([1n, 2n, 3n, 4n]);
  });

  it(`are found by their time as a walk over all of them finds them (seed ${SEED})`, async () => {
    for (let count = 0; count < 40; count += 1) {
      clock.advance(Math.floor(random.unit() * 3) * 1_000);
      await book(1_000n);
    }
    const found = await transfers();
    for (let offset = -1; offset <= 90; offset += 1) {
      const atMs = NOW_MS + offset * 1_000;
      const walked =
        found.find(({ createdAtMs }) => createdAtMs >= atMs)?.position ?? BigInt(found.length + 1);
      const looked = await findPositionAt(db, merchant.merchantNo, merchant.walletId, atMs);
      expect([offset, looked]).toEqual([offset, walked]);
    }
    expect(await findPositionAt(db, merchant.merchantNo, ids.next("wallet"), NOW_MS)).toBeNull();
  });
});

describe("the sealer", () => {
  it("seals after five minutes at the latest, and no transfer twice", async () => {
    await book(1_000n);
    expect(await sealer().runOnce()).toBe(0);
    clock.advance(WAIT_MS);
    expect([await sealer().runOnce(), await sealer().runOnce()]).toEqual([1, 0]);
    clock.advance(1_000);
    await book(2_000n);
    expect(await sealer().runOnce()).toBe(0);
    clock.advance(WAIT_MS);
    expect(await sealer().runOnce()).toBe(1);
    expect(
      (await seals()).map(({ number, firstPosition, lastPosition }) => [number, firstPosition, lastPosition]),
    ).toEqual([
      [1, 1n, 2n],
      [2, 3n, 4n],
    ]);
    const [first] = await seals();
    expect(Object.fromEntries(first?.balances ?? [])).toMatchObject({ available: 990n, fees: 10n });
    expect([...(first?.balances.values() ?? [])].reduce((sum, each) => sum + each, 0n)).toBe(0n);
    expect(await checkInvariants(db)).toEqual([]);
  });

  it("reads no transfer of a wallet whose seal is not due", async () => {
    await book(1_000n);
    const texts: string[] = [];
    const watched: Database = {
      ...db,
      query: (query) => {
        texts.push(query.text);
        return db.query(query);
      },
    };
    const round = createSealer({ db: watched, clock, log: quietLog });
    clock.advance(WAIT_MS - 1);
    expect(await round.runOnce()).toBe(0);
    expect(texts).toHaveLength(1);
    clock.advance(1);
    expect(await round.runOnce()).toBe(1);
    expect(texts.length).toBeGreaterThan(2);
  });

  it("seals at once when a thousand transfers wait, and splits what exceeds one seal", async () => {
    const postings = Array.from({ length: 2_600 }, () => paid(1_000n));
    await db.transaction((tx) => postAll(tx, ids, merchant.merchantNo, postings, clock.nowMs()));
    expect(await sealer().runOnce()).toBe(1);
    clock.advance(WAIT_MS);
    expect(await sealer().runOnce()).toBe(1);
    expect((await seals()).map(({ lastPosition }) => lastPosition)).toEqual([5_000n, 5_200n]);
    expect(await checkInvariants(db)).toEqual([]);
  });

  it("makes one chain, although many instances seal while others book", async () => {
    const instances = Array.from({ length: 4 }, () => sealer());
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        book(1_000n),
        book(2_000n),
        ...instances.map((instance) => instance.runOnce()),
        book(500n),
      ]);
      clock.advance(WAIT_MS);
      await Promise.all([...instances.map((instance) => instance.runOnce()), book(700n)]);
    }
    clock.advance(WAIT_MS);
    await Promise.all(instances.map((instance) => instance.runOnce()));
    const made = await seals();
    expect(made.length).toBeGreaterThanOrEqual(6);
    expect(made.at(-1)?.lastPosition).toBe(BigInt((await transfers()).length));
    expect(await checkInvariants(db)).toEqual([]);
  });

  it("seals the wallets behind a broken one, and names the broken one", async () => {
    const broken = merchant;
    await book(1_000n);
    merchant = await insertMerchant(database.owner, ids, NOW_MS);
    await book(1_000n);
    await database.owner.query({
      text: "delete from ledger_transfers where merchant_no = $1 and position = 1",
      values: [broken.merchantNo],
    });
    clock.advance(WAIT_MS);
    const { log, lines } = createRecordingLog();
    expect(await sealer(log).runOnce()).toBe(1);
    expect(await seals()).toHaveLength(1);
    expect(lines.map(({ level, event, fields }) => [level, event, fields.walletId])).toEqual([
      ["error", "ledger.seal.failed", broken.walletId],
    ]);
  });

  it("seals a sandbox whose clock is ahead without waiting for that time", async () => {
    await book(1_000n, NOW_MS + 30 * 86_400_000);
    expect(await sealer().runOnce()).toBe(1);
  });

  it("gives the last seal that ends before a position", async () => {
    for (let count = 0; count < 3; count += 1) {
      await book(1_000n);
      clock.advance(WAIT_MS);
      await sealer().runOnce();
    }
    const through = async (position: bigint) =>
      (await readSealThrough(db, merchant.merchantNo, merchant.walletId, position)).number;
    expect(await Promise.all([0n, 1n, 2n, 3n, 4n, 5n, 6n, 99n].map(through))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });
});

describe("what was sealed cannot change unseen", () => {
  it.each([
    ["an amount", "update ledger_transfers set amount = amount + 1 where position = 2"],
    [
      "an account at a provider",
      "update ledger_transfers set from_account = 'adjustment' where position = 1",
    ],
    ["what it was for", "update ledger_transfers set source_id = gen_random_uuid() where position = 3"],
    [
      "a time",
      "update ledger_transfers set created_at = created_at + interval '1 millisecond' where position = 3",
    ],
    ["a transfer that is gone", "delete from ledger_transfers where position = 2"],
    ["the order", "update ledger_transfers set position = 5 - position where position in (1, 4)"],
    ["a seal", "update ledger_seals set balances = 'available=1|fees=-1' where number = 1"],
  ])("%s", async (_name, text) => {
    for (let count = 0; count < 2; count += 1) {
      await book(1_000n);
      clock.advance(WAIT_MS);
      await sealer().runOnce();
    }
    await book(3_000n);
    expect(await checkInvariants(db)).toEqual([]);
    // All rows move together: two rows can swap positions only by way of a third value.
    await database.owner.query({
      text: "alter table ledger_transfers drop constraint ledger_transfers_pkey",
    });
    await database.owner.query({ text });
    const found = (await checkInvariants(db)).map(({ invariant }) => invariant);
    expect(found).toContain("ledger.seals_hold");
    await database.owner.query({ text: "truncate ledger_transfers" });
    await database.owner.query({
      text: "alter table ledger_transfers add primary key (merchant_no, wallet_id, position)",
    });
  });
});
