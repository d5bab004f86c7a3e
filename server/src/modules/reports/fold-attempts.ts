import type { Transaction } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import { FIRST_GUARD_ID } from "../../kit/guard-id.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { addAttemptsSql, attemptColumnsSql, hasEndedSql, hourOfIdSql } from "./attempts-sql.ts";

/** A range of ids of one merchant: `after` excluded, `before` excluded. */
export interface IdRange {
  readonly after: string;
  readonly before: string;
}

export interface Counted {
  readonly n: number;
  /** The last id that was counted; null when there was none. */
  readonly lastId: string | null;
}

/**
 * Counts charges of a range, at most `limit`: what has ended goes into the sums, the others into the list of open ones.
 * Each charge may be counted once.
 */
export async function countCharges(
  tx: Transaction,
  merchantNo: MerchantNo,
  { after, before }: IdRange,
  limit: number,
): Promise<Counted> {
  const [row] = await tx.query<{ n: bigint; lastId: string | null }>({
    text: `
      with counted as materialized (
        select c.id, ${hourOfIdSql("c.id")} as hour, ${hasEndedSql} as has_ended, ${attemptColumnsSql}
        from charges c where c.merchant_no = $1 and c.id > $2 and c.id < $3 order by c.id limit $4
      ),
      open as (
        insert into report_open_charges (merchant_no, charge_id, hour)
        select merchant_no, id, hour from counted where not has_ended
      ),
      ended as (${addAttemptsSql("counted where has_ended")})
      select count(*) as n, (select id from counted order by id desc limit 1) as "lastId" from counted`,
    values: [merchantNo, after, before, limit],
  });
  return { n: Number(row?.n ?? 0n), lastId: row?.lastId ?? null };
}

/** Counts sessions of a range, at most `limit`. Guards of payments without a session are none. */
export async function countSessions(
  tx: Transaction,
  merchantNo: MerchantNo,
  { after, before }: IdRange,
  limit: number,
): Promise<Counted> {
  const [row] = await tx.query<{ n: bigint; lastId: string | null }>({
    text: `
      with counted as materialized (
        select s.id, ${hourOfIdSql("s.id")} as hour, s.currency from checkout_sessions s
        where s.merchant_no = $1 and s.id > $2 and s.id < least($3, '${FIRST_GUARD_ID}'::uuid) order by s.id limit $4
      ),
      sums as (
        insert into report_sessions (merchant_no, hour, currency, n)
        select $1, hour, currency, count(*) from counted group by hour, currency
        on conflict (merchant_no, hour, currency) do update set n = report_sessions.n + excluded.n
      )
      select count(*) as n, (select id from counted order by id desc limit 1) as "lastId" from counted`,
    values: [merchantNo, after, before, limit],
  });
  return { n: Number(row?.n ?? 0n), lastId: row?.lastId ?? null };
}

/** Moves attempts that have ended since from the list of open ones into the sums, at most `limit`; returns how many. */
export async function countEndedCharges(
  tx: Transaction,
  merchantNo: MerchantNo,
  limit: number,
): Promise<number> {
  const [row] = await tx.query<{ n: bigint }>({
    text: `
      with ended as materialized (
        select c.id, o.hour, ${attemptColumnsSql}
        from report_open_charges o join charges c on c.merchant_no = o.merchant_no and c.id = o.charge_id
        where o.merchant_no = $1 and ${hasEndedSql} limit $2
      ),
      gone as (
        delete from report_open_charges o using ended where o.merchant_no = $1 and o.charge_id = ended.id
      ),
      sums as (${addAttemptsSql("ended")})
      select count(*) as n from ended`,
    values: [merchantNo, limit],
  });
  return Number(row?.n ?? 0n);
}

const HOUR_MS = 3_600_000;

/** The ids of an hour, up to those that are counted. */
function idsOfHour(hourMs: number, through: string): IdRange {
  const end = uuidFloor(hourMs + HOUR_MS);
  // A UUIDv7 is never the floor of its time, so nothing is left out at either end.
  return { after: uuidFloor(hourMs), before: through < end ? idAfter(through) : end };
}

/** The next UUID, so that a range that ends before it holds this one. */
function idAfter(id: string): string {
  const next = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return [next.slice(0, 8), next.slice(8, 12), next.slice(12, 16), next.slice(16, 20), next.slice(20)].join(
    "-",
  );
}

export interface CountedThrough {
  readonly chargesThrough: string;
  readonly sessionsThrough: string;
}

/** Counts an hour again from its rows, up to those that are counted already. */
export async function recountHour(
  tx: Transaction,
  merchantNo: MerchantNo,
  hourMs: number,
  { chargesThrough, sessionsThrough }: CountedThrough,
  limit: number,
): Promise<void> {
  for (const table of ["report_attempts", "report_open_charges", "report_sessions"]) {
    await tx.query({
      text: `delete from ${table} where merchant_no = $1 and hour = $2`,
      values: [merchantNo, new Date(hourMs)],
    });
  }
  for (const [count, through] of [
    [countCharges, chargesThrough],
    [countSessions, sessionsThrough],
  ] as const) {
    let range = idsOfHour(hourMs, through);
    for (;;) {
      const { n, lastId } = await count(tx, merchantNo, range, limit);
      if (n < limit || lastId === null) break;
      range = { ...range, after: lastId };
    }
  }
}
