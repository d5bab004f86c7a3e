import { FIRST_GUARD_ID } from "../../../kit/guard-id.ts";
import type { SessionChange } from "../change/change.ts";
import { sessionStatuses } from "../session/states.ts";
import { chargeStatuses, intentStatuses } from "../states.ts";

/** Columns of `list_counters` with their word in a row of `moves`: `sessions_open` ← `sessions:OPEN`. */
const columns = [
  ...sessionStatuses.map((status) => ["sessions", status] as const),
  ...intentStatuses.map((status) => ["intents", status] as const),
  ...chargeStatuses.map((status) => ["charges", status] as const),
].map(([list, status]) => ({
  list,
  status,
  column: `${list}_${status.toLowerCase()}`,
  word: `${list}:${status}`,
}));

const insertSql = `insert into list_counters (merchant_no, day, ${columns.map(({ column }) => column).join(", ")})`;
const addSql = `on conflict (merchant_no, day) do update set
    ${columns.map(({ column }) => `${column} = list_counters.${column} + excluded.${column}`).join(", ")}`;

/**
 * A statement part that adds `moves (merchant_no, day, word, n)` to `list_counters`: one update per merchant and day of
 * the batch, in key order.
 */
export const countMovesSql = `
  ${insertSql}
  select merchant_no, day, ${columns
    .map(({ word }) => `coalesce(sum(n) filter (where word = '${word}'), 0)`)
    .join(", ")}
  from moves group by merchant_no, day order by merchant_no, day
  ${addSql}`;

/** Rows of `moves` for one list: one out of the previous status and one into the new one, when they differ. */
export function movesSql(
  source: string,
  list: "sessions" | "intents" | "charges",
  prefix: string,
  only = "true",
): string {
  return `
    select merchant_no, ${prefix}_day as day, '${list}:' || ${prefix}_status as word, 1 as n from ${source}
      where ${prefix}_status is distinct from ${prefix}_status_before and ${prefix}_status is not null and ${only}
    union all
    select merchant_no, ${prefix}_day, '${list}:' || ${prefix}_status_before, -1 from ${source}
      where ${prefix}_status is distinct from ${prefix}_status_before and ${prefix}_status_before is not null
        and ${prefix}_status is not null and ${only}`;
}

/** `moves` of the sessions, intents and charges in `done`. Guards of payments without a session are in no list. */
export const movesOfAllSql = `moves as (
    ${movesSql("done", "sessions", "s", `session_id < '${FIRST_GUARD_ID}'`)}
    union all ${movesSql("done", "intents", "i")}
    union all ${movesSql("done", "charges", "c")}
  ),`;

/** Whether the session, its intent and its charge count for one day, so that `countOneDaySql` may count them. */
export function isOneDay({ session, intent, charge }: SessionChange): boolean {
  const day = dayOf(session.createdAtMs);
  return [intent, charge].every((each) => each === null || dayOf(each.createdAtMs) === day);
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const DAY_MS = 86_400_000;
const prefixes = { sessions: "s", intents: "i", charges: "c" } as const;

/**
 * The same for sessions, intents and charges of `done` that were all made on the session's day, `s_day`: read once
 * instead of six times. A null status is unchanged.
 */
export const countOneDaySql = `
  ${insertSql}
  select merchant_no, s_day, ${columns
    .map(({ list, status }) => {
      const name = `${prefixes[list]}_status`;
      const sum = `sum((${name} = '${status}')::int - coalesce((${name}_before = '${status}')::int, 0))`;
      return list === "sessions"
        ? `coalesce(${sum} filter (where session_id < '${FIRST_GUARD_ID}'), 0)`
        : `coalesce(${sum}, 0)`;
    })
    .join(", ")}
  from done
  where s_status <> s_status_before or i_status is distinct from i_status_before
    or c_status is distinct from c_status_before
  group by merchant_no, s_day order by merchant_no, s_day
  ${addSql}`;
