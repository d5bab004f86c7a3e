import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { expectSumsOfHistory } from "../../../test/harness/report-history.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID } from "../../../test/harness/rows.ts";
import { testSeed } from "../../../test/harness/seed.ts";
import type { Database } from "../../db/database.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { post, transfer } from "../ledger/index.ts";
import { createReportSums } from "./fold.ts";

const SEED = testSeed();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("counts what is new of a merchant in one transaction, and opens none where nothing is new", async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 10));
  const ids = createIdSource(clock, createSeededRandom(SEED + 1));
  const { merchantNo, walletId } = await insertMerchant(database.owner, ids, clock.nowMs());
  const { db } = database;
  for (const amount of [1_000n, 2_000n]) {
    const posting = {
      walletId,
      currency: "XOF",
      sourceType: "adjustment",
      sourceId: ids.uuid(),
      transfers: transfer(`clearing:${PROVIDER_ACCOUNT_ID}`, "available", amount, "CHARGE"),
    } as const;
    await db.transaction((tx) => post(tx, ids, merchantNo, posting, clock.nowMs()));
  }
  let transactions = 0;
  const watched: Database = {
    ...db,
    transaction: (work) => {
      transactions += 1;
      return db.transaction(work);
    },
  };
  const sums = createReportSums({ db: watched, clock, log: quietLog });
  await sums.runOnce();
  expect(transactions).toBe(1);
  const counted = {
    text: "select n, amount from report_bookings where merchant_no = $1",
    values: [merchantNo],
  };
  expect(await db.query(counted)).toEqual([{ n: 2n, amount: 3_000n }]);
  await sums.runOnce();
  expect(transactions).toBe(1);
});

it(`sums of a random history (seed ${SEED}) are those of its rows, whatever was counted when and how often`, () =>
  expectSumsOfHistory(database, SEED));
