import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { movingTables } from "../db/merchant-rows.ts";
import { isDistributed } from "../db/server-state.ts";
import type { MerchantId, MerchantNo } from "../kit/ids.ts";
import { MoveRefusedError } from "./types.ts";

type MovingTableName = (typeof movingTables)[number];

/** Whose rows are fenced: both modes at once. */
export interface FencedMerchant {
  readonly merchantId: MerchantId;
  readonly numbers: readonly MerchantNo[];
}

/** How long a fence lasts when nobody takes it down. What is not copied by then is not copied. */
export const FENCE_SECONDS = 10;
/** A waiting lock of ours stops payments behind it: they wait no longer than this, and far less than PostgreSQL's deadlock timeout. */
const TABLE_LOCK_MS = 200;
const TABLE_TRIES = 60;
const TABLE_PAUSE_MS = 500;
/** How long the writes that are under way may take to end. */
const DRAIN_MS = 2_000;
export const LOCK_NOT_AVAILABLE = "55P03";
const INSUFFICIENT_PRIVILEGE = "42501";
export const TOO_LATE = `its last changes were not copied within ${FENCE_SECONDS} s of freezing`;
export const OTHER_COMMAND = "another command moves this merchant now, or one was killed a moment ago";

/** They are written in one transaction with a row that is fenced. */
const writtenWithOthers: ReadonlySet<MovingTableName> = new Set(["key_claims"]);

/**
 * Columns that loops write in rows of many merchants at once, and that no request waits for: behind a fence such a row is left as it is,
 * so that the loop goes on with the other merchants'. Every other write is refused, also one of `next_check_at` that is no claim: a
 * callback that makes a refund due is answered.
 */
const leftUndone: Readonly<Partial<Record<MovingTableName, readonly string[]>>> = {
  api_keys: ["last_used_at"],
  beneficiaries: ["next_check_at", "check_count"],
  charge_checks: ["next_check_at", "check_count"],
  kyb_documents: ["told_expiry"],
  merchant_logos: ["next_check_at", "tries", "problem", "checked_at"],
  payout_batches: ["next_check_at"],
  payouts: ["next_check_at", "check_count"],
  // The first claim begins it.
  refunds: ["next_check_at", "check_count", "status", "version", "updated_at"],
  // A result that is not written is sent again when its lease has ended.
  webhook_deliveries: [
    ...["status", "leased", "next_attempt_at", "attempt_count", "retry_step"],
    ...["last_status_code", "last_error", "version", "updated_at"],
  ],
  webhook_endpoints: ["failing_since", "failure_streak", "paused_until", "paused_at", "proved_at"],
};
/** Where only loops delete, and ask again when nothing was deleted. */
const deletesLeftUndone: ReadonlySet<MovingTableName> = new Set([
  ...(["charge_checks", "events", "idempotency_keys"] as const),
  ...(["settlements", "webhook_attempts", "webhook_deliveries"] as const),
]);

const fencedTables = movingTables.filter((table) => !writtenWithOthers.has(table));
const nameOf = ({ merchantId }: FencedMerchant, part: "new" | "old"): string =>
  `fence_${merchantId.replaceAll("-", "")}_${part}`;

/**
 * The number of an advisory lock of this cell's merchant $1. Cells of one database have the same merchant while it moves, and share all
 * numbers: so the schema is in it. That of `public` is what it was before there were others.
 */
const lockOf = (purpose: string): string =>
  `hashtextextended(concat_ws(' ', '${purpose}', nullif(current_schema(), 'public'), $1::text), 0)`;

/**
 * Runs `work` while no other command fences the merchant: one would take away the triggers that the other relies on. Holds a connection
 * of its own. Refuses with MoveRefusedError.
 */
export function aloneWith<T>(db: Database, merchantId: MerchantId, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query({ text: "set local idle_in_transaction_session_timeout = 0" });
    const [lock] = await tx.query<{ taken: boolean }>({
      text: `select pg_try_advisory_xact_lock(${lockOf("merchant move")}) as taken`,
      values: [merchantId],
    });
    if (lock?.taken !== true) throw new MoveRefusedError(OTHER_COMMAND);
    return work();
  });
}

/**
 * Puts the triggers in place that a fence needs. They stop nobody until it is raised, and cost this merchant's writes one look-up a row.
 * Each table is locked by itself, for milliseconds. Refuses with MoveRefusedError when a table cannot be locked, and where Citus holds the tables.
 */
export async function prepareFence(db: Database, merchant: FencedMerchant): Promise<void> {
  if (await isDistributed(db))
    throw new MoveRefusedError(
      "the tables of one of the two cells are on Citus, which takes no triggers on them: nobody can be frozen there",
    );
  const computed = await computedColumns(db);
  for (const table of fencedTables) {
    const key = table === "merchants" ? "id" : "merchant_no";
    const values = table === "merchants" ? `'${merchant.merchantId}'` : merchant.numbers.join(", ");
    const args = [
      merchant.merchantId,
      [...(leftUndone[table] ?? []), ...(table in leftUndone ? (computed.get(table) ?? []) : [])].join(","),
      deletesLeftUndone.has(table) ? "deletes" : "",
    ];
    const trigger = (part: "new" | "old", events: string): string =>
      `create or replace trigger ${nameOf(merchant, part)} before ${events} on ${table} for each row
         when (${part}.${key} in (${values})) execute function refuse_fenced_write(${args.map((arg) => `'${arg}'`).join(", ")})`;
    await withTable(db, table, [trigger("new", "insert or update"), trigger("old", "update or delete")]);
  }
}

/** Columns that PostgreSQL computes, by table: in a trigger before the write they have no value yet. */
async function computedColumns(db: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ table: string; names: readonly string[] }>({
    text: `select c.relname as "table", array_agg(a.attname::text) as names
             from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attgenerated <> ''
            where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
            group by 1`,
    values: [fencedTables],
  });
  return new Map(rows.map(({ table, names }) => [table, names]));
}

/** Takes the triggers away: of a fence that is down, or that a killed command has left. Those of one that stands for good stay. */
export async function removeFence(db: Database, merchant: FencedMerchant): Promise<void> {
  if (await isClosed(db, merchant)) return;
  for (const table of fencedTables)
    await withTable(
      db,
      table,
      (["new", "old"] as const).map((part) => `drop trigger if exists ${nameOf(merchant, part)} on ${table}`),
    );
}

/** One raising of a fence: when it ends by itself, as PostgreSQL writes it. */
export type RaisedFence = string & { readonly __raisedFence: true };

/**
 * From when it resolves on, nobody writes a row of the merchant, and no write is under way: whoever is refused gets 503. Refuses with
 * MoveRefusedError while the fence of a killed command stands, or when writes do not end in time; then it is down again.
 */
export async function raiseFence(db: Database, merchant: FencedMerchant): Promise<RaisedFence> {
  const [raised] = await db.query<{ endsAt: RaisedFence }>({
    text: `insert into merchant_fences as f (merchant_id, ends_at)
           values ($1, clock_timestamp() + make_interval(secs => $2))
           on conflict (merchant_id) do update set ends_at = excluded.ends_at where f.ends_at <= clock_timestamp()
           returning ends_at::text as "endsAt"`,
    values: [merchant.merchantId, FENCE_SECONDS],
  });
  if (raised === undefined) throw new MoveRefusedError(OTHER_COMMAND);
  try {
    await db.transaction((tx) => waitForWrites(tx, merchant));
    return raised.endsAt;
  } catch (error) {
    await lowerFence(db, merchant);
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new MoveRefusedError(`its writes did not end within ${DRAIN_MS} ms`);
  }
}

/**
 * Waits until no write of the merchant is under way; until `tx` ends, none begins that would not wait for it. Fails with the SQL state of
 * a lock that was not available.
 */
export async function waitForWrites(
  tx: Transaction,
  { merchantId }: FencedMerchant,
  ms = DRAIN_MS,
): Promise<void> {
  await tx.query({ text: `set local lock_timeout = ${ms}` });
  await tx.query({
    text: `select pg_advisory_xact_lock(${lockOf("merchant fence")})`,
    values: [merchantId],
  });
}

/**
 * With `tx`, the fence that was `raised` stands for good: the merchant writes in another cell from now on. Refuses with MoveRefusedError
 * when it is down, or another one: then somebody may have written, who is not in the copy.
 */
export async function keepFence(
  tx: Transaction,
  merchant: FencedMerchant,
  raised: RaisedFence,
): Promise<void> {
  await waitForWrites(tx, merchant);
  const kept = await tx.query({
    text: `update merchant_fences set ends_at = 'infinity'
            where merchant_id = $1 and ends_at = $2::timestamptz and ends_at > clock_timestamp() returning 1`,
    values: [merchant.merchantId, raised],
  });
  if (kept.length === 0) throw new MoveRefusedError(TOO_LATE);
}

/** With `tx`, the merchant's copy cannot be written until `openFence`. Its triggers must be in place. */
export async function closeFence(tx: Transaction, { merchantId }: FencedMerchant): Promise<void> {
  await tx.query({
    text: `insert into merchant_fences (merchant_id, ends_at) values ($1, 'infinity')
           on conflict (merchant_id) do update set ends_at = excluded.ends_at`,
    values: [merchantId],
  });
}

/** Opens what `closeFence` has closed: only where the merchant lives, or where its copy goes. */
export async function openFence(tx: Transaction, { merchantId }: FencedMerchant): Promise<void> {
  await tx.query({ text: "delete from merchant_fences where merchant_id = $1", values: [merchantId] });
}

/** Whether the merchant's fence stands for good. */
async function isClosed(db: Queryable, { merchantId }: FencedMerchant): Promise<boolean> {
  const rows = await db.query({
    text: "select from merchant_fences where merchant_id = $1 and ends_at = 'infinity'",
    values: [merchantId],
  });
  return rows.length > 0;
}

/** Whether the fence that was raised still stands. */
export async function isFenced(db: Queryable, { merchantId }: FencedMerchant): Promise<boolean> {
  const rows = await db.query({
    text: "select from merchant_fences where merchant_id = $1 and ends_at > clock_timestamp()",
    values: [merchantId],
  });
  return rows.length > 0;
}

/**
 * The merchant writes again. A fence that stands for good stays: a switch whose answer was lost may have been committed, and then only
 * the other cell may write.
 */
export async function lowerFence(db: Queryable, { merchantId }: FencedMerchant): Promise<void> {
  await db.query({
    text: "delete from merchant_fences where merchant_id = $1 and ends_at <> 'infinity'",
    values: [merchantId],
  });
}

/** Runs statements that lock a table, again and again until they get the lock. */
async function withTable(db: Database, table: string, statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => {
        await tx.query({ text: `set local lock_timeout = ${TABLE_LOCK_MS}` });
        for (const text of statements) await tx.query({ text });
      });
    } catch (error) {
      if (sqlState(error) === INSUFFICIENT_PRIVILEGE)
        throw new MoveRefusedError("only the owner of the tables can freeze: give its DATABASE_URL");
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === TABLE_TRIES)
        throw new MoveRefusedError(`${table} could not be locked: long statements use it`);
      await sleep(TABLE_PAUSE_MS);
    }
  }
}
