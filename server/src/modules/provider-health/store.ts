import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { CallAction, ExchangeRecord } from "../../providers/recorder.ts";
import type { CallCounts } from "./rules.ts";

/** A call as it is stored. */
export interface StoredCall {
  readonly accountId: string;
  readonly id: string;
  readonly action: CallAction;
  readonly reference: string | null;
  readonly outcome: string;
  readonly failureCode: FailureCode | null;
  readonly code: string | null;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly exchanges: readonly ExchangeRecord[];
}

const callRows = itemRows<StoredCall>([
  { name: "account_id", type: "uuid", value: ({ accountId }) => accountId },
  { name: "id", type: "uuid", value: ({ id }) => id },
  { name: "action", type: "text", value: ({ action }) => action },
  { name: "reference", type: "text", value: ({ reference }) => reference },
  { name: "outcome", type: "text", value: ({ outcome }) => outcome },
  { name: "failure_code", type: "text", value: ({ failureCode }) => failureCode },
  { name: "code", type: "text", value: ({ code }) => code },
  { name: "started_at", type: "timestamptz", value: ({ startedAtMs }) => startedAtMs },
  { name: "duration_ms", type: "int", value: ({ durationMs }) => durationMs },
  { name: "exchanges", type: "text", value: ({ exchanges }) => JSON.stringify(exchanges) },
]);

/** Writes calls; one that is written already is left as it is, so that a batch whose answer was lost can be repeated. */
export async function insertCalls(db: Queryable, calls: readonly StoredCall[]): Promise<void> {
  await db.query({
    name: "provider_calls.insert",
    text: `insert into provider_calls (account_id, id, action, reference, outcome, failure_code, code, started_at,
             duration_ms, exchanges)
           select account_id, id, action, reference, outcome, failure_code, code, started_at, duration_ms,
             exchanges::json
             from ${callRows.from}
           on conflict do nothing`,
    values: callRows.values(calls),
  });
}

/** Counts of one account and slot. */
export interface SlotCounts extends CallCounts {
  readonly accountId: string;
  readonly slotMs: number;
}

const countRows = itemRows<SlotCounts>([
  { name: "account_id", type: "uuid", value: ({ accountId }) => accountId },
  { name: "slot", type: "timestamptz", value: ({ slotMs }) => slotMs },
  { name: "calls", type: "int", value: ({ calls }) => calls },
  { name: "faults", type: "int", value: ({ faults }) => faults },
  { name: "timeouts", type: "int", value: ({ timeouts }) => timeouts },
  { name: "duration_ms", type: "bigint", value: ({ durationMs }) => BigInt(durationMs) },
  { name: "slowest_ms", type: "int", value: ({ slowestMs }) => slowestMs },
]);

/**
 * Adds what this process has counted to what all have. An account that does not exist is left out. Accounts in the order
 * of their ids, so that two processes never wait for each other.
 */
export async function addCounts(db: Queryable, counts: readonly SlotCounts[]): Promise<void> {
  await db.query({
    name: "provider_call_counts.add",
    text: `insert into provider_call_counts as c (account_id, slot, calls, faults, timeouts, duration_ms, slowest_ms)
           select item.account_id, slot, calls, faults, timeouts, duration_ms, slowest_ms
             from ${countRows.from} join provider_accounts a on a.id = item.account_id
            order by item.account_id, slot
           on conflict (account_id, slot) do update set calls = c.calls + excluded.calls,
             faults = c.faults + excluded.faults, timeouts = c.timeouts + excluded.timeouts,
             duration_ms = c.duration_ms + excluded.duration_ms,
             slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms)`,
    values: countRows.values(counts),
  });
}

/** An account that may be suspended, with its calls of all processes since `sinceMs`. */
export interface AccountWindow {
  readonly accountId: string;
  readonly calls: number;
  readonly faults: number;
}

/**
 * Of these accounts, those in service that may be suspended. Slots from before their last return are left out, and the
 * one in which they returned.
 */
export function readWindows(
  db: Queryable,
  accountIds: readonly string[],
  sinceMs: number,
): Promise<readonly AccountWindow[]> {
  return db.query<AccountWindow>({
    name: "provider_call_counts.windows",
    text: `select a.id as "accountId", sum(c.calls)::int as calls, sum(c.faults)::int as faults
             from provider_accounts a join provider_call_counts c on c.account_id = a.id
            where a.id = any ($1::uuid[]) and a.automatic_suspension and a.suspended_at is null
              and c.slot >= greatest($2, coalesce(a.returned_at, $2))
            group by a.id`,
    values: [accountIds, new Date(sinceMs)],
  });
}

/** Deletes calls that began before `beforeId`'s time, a bounded number; returns how many. */
export async function deleteCalls(db: Queryable, beforeId: string, limit: number): Promise<number> {
  const rows = await db.query({
    text: `with old as (
             select c.account_id, c.id from provider_accounts a cross join lateral (
               select account_id, id from provider_calls where account_id = a.id and id < $1 order by id limit $2
             ) c limit $2
           )
           delete from provider_calls c using old where c.account_id = old.account_id and c.id = old.id returning 1`,
    values: [beforeId, limit],
  });
  return rows.length;
}

export async function deleteCounts(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query({
    text: "delete from provider_call_counts where slot < $1 returning 1",
    values: [new Date(beforeMs)],
  });
  return rows.length;
}
