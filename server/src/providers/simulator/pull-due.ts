import type { Queryable } from "../../db/database.ts";
import { plusInterval } from "../../db/times-sql.ts";
import { CALLBACK_WAITS_MS } from "./callbacks.ts";

export interface PullSimulated {
  readonly nowMs: number;
  /** How far the clocks of two processes may differ, in milliseconds. */
  readonly clocksDifferMs: number;
  /** At most this many operations, and as many callbacks. */
  readonly limit: number;
}

/**
 * Brings nearer what a clock that was ahead has postponed. An operation begun later than now begins now, so that each of its
 * steps keeps its delay; what waits for the end of its session waits for that. A callback that waits for longer than any
 * attempt of its number may wait is due now. Returns how many rows.
 */
export async function pullSimulated(db: Queryable, pull: PullSimulated): Promise<number> {
  const { nowMs, clocksDifferMs, limit } = pull;
  const laterMs = nowMs + clocksDifferMs;
  const rows = await db.query({
    text: `
      with begun as (
        update simulator.operations
           set next_step_at = ${plusInterval("next_step_at", "($1::timestamptz - begun_at)")}, begun_at = $1
         where (account_id, kind, reference) in (
           select account_id, kind, reference from simulator.operations
            where next_step_at > $2 and begun_at > $2 and (expires_at is null or next_step_at < expires_at)
            order by next_step_at limit $3 for update skip locked)
        returning 1
      ), told as (
        update simulator.callbacks set due_at = $1
         where id in (
           select id from simulator.callbacks
            where due_at > $2 and due_at > ($4::timestamptz[])[least(attempt_count + 1, $5)]
            order by due_at limit $3 for update skip locked)
        returning 1
      )
      select 1 from begun union all select 1 from told`,
    values: [
      new Date(nowMs),
      new Date(laterMs),
      limit,
      CALLBACK_WAITS_MS.map((waitMs) => new Date(laterMs + waitMs)),
      CALLBACK_WAITS_MS.length,
    ],
  });
  return rows.length;
}
