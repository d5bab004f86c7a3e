import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import { insertMerchant, PROVIDER_ACCOUNT_ID, type TestMerchant } from "../../test/harness/rows.ts";
import type { SqlQuery } from "../db/database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "../db/dedicated.ts";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createSealer, type Posting, post, transfer } from "../modules/ledger/index.ts";
import { invariants } from "./check.ts";
import { CHECK_TIMEOUT_MS, createInvariantsLoop } from "./jobs.ts";

/**
 * Hundreds of thousands of transfers behind a day's work: what a round of the invariants reads is that day, not the history. Counted in rows
 * that PostgreSQL read, which a busy machine does not change.
 */
/** Twenty times what a round may read: a look that goes through the history cannot be missed. */
const HISTORY = 400_000;
const HISTORY_DAYS = 300;
/** Between the history and today. Its transfers are of no charge: a look that went back to them would tell. */
const QUIET_DAYS = 4;
const BATCH = 200_000;
const AMOUNT = 100;
const TODAY = 500;
/** A day's rows read several times over, a few pages that an index of ranges gives in addition, and no more. */
const ROWS_MAX = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 21, 10);

let database: TestDatabase;
let merchant: TestMerchant;
let arranging: DedicatedConnection;
const clock = createManualClock(NOW_MS);
const ids = createIdSource(clock, createSystemRandom());

beforeAll(async () => {
  database = await createTestDatabase();
  merchant = await insertMerchant(database.owner, ids, NOW_MS - HISTORY_DAYS * DAY_MS);
  arranging = await openDedicatedConnection({
    url: database.ownerUrl,
    applicationName: "arranging",
    statementTimeoutMs: CHECK_TIMEOUT_MS,
  });
  await writeHistory();
}, 900_000);
afterAll(async () => {
  await arranging?.close();
  await database?.drop();
});

/** One wallet, paid evenly over the days before: the busiest there can be. */
async function writeHistory(): Promise<void> {
  const { merchantNo, walletId } = merchant;
  const startMs = NOW_MS - (HISTORY_DAYS + QUIET_DAYS) * DAY_MS;
  const stepMs = (HISTORY_DAYS * DAY_MS) / HISTORY;
  for (let from = 1; from <= HISTORY; from += BATCH) {
    await arranging.query({
      text: `
        insert into ledger_transfers (merchant_no, id, transaction_id, wallet_id, position, from_account, to_account,
          amount, currency, type, source_type, source_id, balance_after, created_at)
        select $1, id, id, $2, n, 'clearing:${PROVIDER_ACCOUNT_ID}', 'available', ${AMOUNT}, 'XOF', 'CHARGE', 'charge', id,
          n * ${AMOUNT}, to_timestamp(ms / 1000.0)
        from (
          select n, ms, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id
          from (select n, $5::bigint + (n * $6::float8)::bigint as ms from generate_series($3::bigint, $4::bigint) n) made
        ) numbered`,
      values: [merchantNo, walletId, from, Math.min(HISTORY, from + BATCH - 1), startMs, stepMs],
    });
  }
  await arranging.query({
    text: "update wallets set available = $3, transfer_count = $4 where merchant_no = $1 and id = $2",
    values: [merchantNo, walletId, HISTORY * AMOUNT, HISTORY],
  });
  // As autovacuum does it behind a table that grows.
  await arranging.query({ text: "vacuum (analyze) ledger_transfers" });
}

async function sellToday(): Promise<void> {
  for (let sold = 0; sold < TODAY; sold += 1) {
    const posting: Posting = {
      walletId: merchant.walletId,
      currency: "XOF",
      sourceType: "adjustment",
      sourceId: ids.uuid(),
      transfers: [
        ...transfer(`clearing:${PROVIDER_ACCOUNT_ID}`, "available", 5_000n, "CHARGE"),
        ...transfer("available", "fees", 50n, "FEE"),
      ],
    };
    await database.db.transaction((tx) => post(tx, ids, merchant.merchantNo, posting, clock.nowMs()));
    clock.advance(1_000);
  }
}

const seal = () => createSealer({ db: database.db, clock, log: quietLog }).runOnce();

/** From tables and indexes in the transaction that is open, without the catalogs. */
async function rowsReadBy(connection: DedicatedConnection): Promise<number> {
  const [counted] = await connection.query<{ rows: number }>({
    text: `select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::float8 as rows
             from pg_class where relnamespace = 'public'::regnamespace`,
  });
  return counted?.rows ?? Number.NaN;
}

/** One round of the service's own loop: what it told, and how many rows each look read. */
async function runRound() {
  const rowsRead = new Map<string, number>();
  const { log, lines } = createRecordingLog();
  const loop = createInvariantsLoop({
    clock,
    log,
    connect: async () => {
      const connection = await openDedicatedConnection({
        url: database.url,
        applicationName: "invariants",
        statementTimeoutMs: CHECK_TIMEOUT_MS,
      });
      const query = async <Row>(asked: SqlQuery): Promise<readonly Row[]> => {
        const looked = invariants.find(({ sql }) => asked.text.includes(sql));
        if (looked === undefined) return connection.query<Row>(asked);
        await connection.query({ text: "begin" });
        const before = await rowsReadBy(connection);
        const rows = await connection.query<Row>(asked);
        rowsRead.set(looked.name, (await rowsReadBy(connection)) - before);
        await connection.query({ text: "commit" });
        return rows;
      };
      return { query, close: connection.close };
    },
  });
  await loop.runOnce();
  return { rowsRead, told: lines.map(({ event, fields }) => [event, fields.invariant, fields.id]) };
}

const largest = (rowsRead: ReadonlyMap<string, number>) =>
  [...rowsRead].sort(([, one], [, other]) => other - one)[0] ?? ["none", 0];
const sealed = invariants.filter(({ reach }) => reach === "sealed").map(({ name }) => name);

it("proves a long history once, and then reads what came after", { timeout: 900_000 }, async () => {
  await seal();
  // What was sealed within the last minutes is proved the next time.
  clock.advance(HOUR_MS);
  const first = await runRound();
  expect(first.told).toEqual([]);
  expect(first.rowsRead.size).toBe(invariants.length);
  const readAll = ["wallets.balances_are_sums", "wallets.balances_are_a_chain", "ledger.seals_hold"];
  for (const name of readAll) {
    expect(sealed).toContain(name);
    expect(first.rowsRead.get(name), name).toBeGreaterThanOrEqual(HISTORY);
  }

  await sellToday();
  clock.advance(HOUR_MS);
  await seal();
  const hourly = await runRound();
  expect(hourly.told).toEqual([]);
  expect(hourly.rowsRead.size).toBeGreaterThan(20);
  expect(largest(hourly.rowsRead)[1], largest(hourly.rowsRead)[0]).toBeLessThan(ROWS_MAX);

  clock.set(Date.UTC(2026, 10, 22, 0, 30));
  const daily = await runRound();
  expect(daily.told).toEqual([]);
  expect(daily.rowsRead.size).toBe(invariants.length);
  expect(largest(daily.rowsRead)[1], largest(daily.rowsRead)[0]).toBeLessThan(ROWS_MAX);
  // It did look at what was sold since.
  expect(daily.rowsRead.get("wallets.balances_are_a_chain")).toBeGreaterThanOrEqual(2 * TODAY);
});
