import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Queryable } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { movingTables } from "../db/merchant-rows.ts";
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
const LOCK_NOT_AVAILABLE = "55P03";
const INSUFFICIENT_PRIVILEGE = "42501";
const OTHER_COMMAND = "another command moves this merchant now, or one was killed a moment ago";

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
 * Runs `work` while no other command fences the merchant: one would take away the triggers that the other relies on. Holds a connection
 * of its own. Refuses with MoveRefusedError.
 */
export function aloneWith<T>(db: Database, merchantId: MerchantId, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query({ text: "set local idle_in_transaction_session_timeout = 0" });
    const [lock] = await tx.query<{ taken: boolean }>({
      text: "select pg_try_advisory_xact_lock(hashtextextended('merchant move ' || $1, 0)) as taken",
      values: [merchantId],
    });
    if (lock?.taken !== true) throw new MoveRefusedError(OTHER_COMMAND);
    return work();
  });
}

/**
 * Puts the triggers in place that a fence needs. They stop nobody until it is raised, and cost this merchant's writes one look-up a row.
 * Each table is locked by itself, for milliseconds. Refuses with MoveRefusedError when a table cannot be locked.
 */
export async function prepareFence(db: Database, merchant: FencedMerchant): Promise<void> {
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

/** Takes the triggers away: of a fence that is down, or that a killed command has left. */
export async function removeFence(db: Database, merchant: FencedMerchant): Promise<void> {
  for (const table of fencedTables)
    await withTable(
      db,
      table,
      (["new", "old"] as const).map((part) => `drop trigger if exists ${nameOf(merchant, part)} on ${table}`),
    );
}

/**
 * From when it resolves on, nobody writes a row of the merchant, and no write is under way: whoever is refused gets 503. Refuses with
 * MoveRefusedError while the fence of a killed command stands, or when writes do not end in time; then it is down again.
 */
export async function raiseFence(db: Database, merchant: FencedMerchant): Promise<void> {
  const raised = await db.query({
    text: `insert into merchant_fences as f (merchant_id, ends_at)
           values ($1, clock_timestamp() + make_interval(secs => $2))
           on conflict (merchant_id) do update set ends_at = excluded.ends_at where f.ends_at <= clock_timestamp()
           returning 1`,
    values: [merchant.merchantId, FENCE_SECONDS],
  });
  if (raised.length === 0) throw new MoveRefusedError(OTHER_COMMAND);
  try {
    await db.transaction(async (tx) => {
      await tx.query({ text: `set local lock_timeout = ${DRAIN_MS}` });
      await tx.query({
        text: "select pg_advisory_xact_lock(hashtextextended('merchant fence ' || $1, 0))",
        values: [merchant.merchantId],
      });
    });
  } catch (error) {
    await lowerFence(db, merchant);
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new MoveRefusedError(`its writes did not end within ${DRAIN_MS} ms`);
  }
}

/** Whether the fence that was raised still stands. */
export async function isFenced(db: Queryable, { merchantId }: FencedMerchant): Promise<boolean> {
  const rows = await db.query({
    text: "select from merchant_fences where merchant_id = $1 and ends_at > clock_timestamp()",
    values: [merchantId],
  });
  return rows.length > 0;
}

/** The merchant writes again. */
export async function lowerFence(db: Queryable, { merchantId }: FencedMerchant): Promise<void> {
  await db.query({ text: "delete from merchant_fences where merchant_id = $1", values: [merchantId] });
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
