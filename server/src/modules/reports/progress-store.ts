import type { Queryable, Transaction } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { hasEndedSql, hourOfIdSql } from "./attempts-sql.ts";

/** How far the rows of a merchant are counted. */
export interface Progress {
  readonly chargesThrough: string;
  readonly sessionsThrough: string;
  /** The floor of the first hour that was not compared with its rows. */
  readonly comparedBefore: string;
}

const FIRST_ID = uuidFloor(0);
const HOUR_MS = 3_600_000;

/** Until when rows are counted and hours compared. */
export interface Bounds {
  /** Rows with smaller ids are there to stay: whatever was made before has been committed. */
  readonly countedBefore: string;
  /** The floor of the first hour that is too young to be compared. */
  readonly comparedBefore: string;
}

/** A stretch of all merchants in the order of their numbers; those with something to count have `isDue`. */
export function readMerchantStretch(
  db: Queryable,
  after: MerchantNo | null,
  limit: number,
  { countedBefore, comparedBefore }: Bounds,
): Promise<readonly { readonly merchantNo: MerchantNo; readonly isDue: boolean }[]> {
  const reaches = (table: string, column: string) => `exists (select from ${table} x
        where x.merchant_no = m.merchant_no and x.id > coalesce(p.${column}, '${FIRST_ID}') and x.id < $3)`;
  return db.query({
    text: `
      select m.merchant_no as "merchantNo",
        ${reaches("charges", "charges_through")} or ${reaches("checkout_sessions", "sessions_through")}
        or exists (select from wallets w left join report_wallets r on r.merchant_no = w.merchant_no and r.wallet_id = w.id
          where w.merchant_no = m.merchant_no and w.transfer_count > coalesce(r.position, 0))
        or exists (select from report_open_charges o join charges c on c.merchant_no = o.merchant_no and c.id = o.charge_id
          where o.merchant_no = m.merchant_no and ${hasEndedSql})
        or exists (select from report_stale_hours h where h.merchant_no = m.merchant_no)
        or exists (select from charges x where x.merchant_no = m.merchant_no
          and x.id > p.compared_before and x.id < $4)
        or exists (select from checkout_sessions x where x.merchant_no = m.merchant_no
          and x.id > p.compared_before and x.id < $4) as "isDue"
      from (
        select merchant_no from merchant_numbers where $1::int is null or merchant_no > $1 order by merchant_no limit $2
      ) m
      left join report_progress p on p.merchant_no = m.merchant_no
      order by m.merchant_no`,
    values: [after, limit, countedBefore, comparedBefore],
  });
}

/** Locks a merchant's sums until the transaction ends; null when another process counts for this merchant. */
export async function lockProgress(tx: Transaction, merchantNo: MerchantNo): Promise<Progress | null> {
  await tx.query({
    text: `insert into report_progress (merchant_no, charges_through, sessions_through, compared_before)
      values ($1, $2, $2, $2) on conflict (merchant_no) do nothing`,
    values: [merchantNo, FIRST_ID],
  });
  const [progress] = await tx.query<Progress>({
    text: `select charges_through as "chargesThrough", sessions_through as "sessionsThrough",
        compared_before as "comparedBefore"
      from report_progress where merchant_no = $1 for update skip locked`,
    values: [merchantNo],
  });
  return progress ?? null;
}

export async function saveProgress(
  tx: Transaction,
  merchantNo: MerchantNo,
  { chargesThrough, sessionsThrough, comparedBefore }: Progress,
): Promise<void> {
  await tx.query({
    text: `update report_progress set charges_through = $2, sessions_through = $3, compared_before = $4
      where merchant_no = $1`,
    values: [merchantNo, chargesThrough, sessionsThrough, comparedBefore],
  });
}

/** Wallets with transfers that are not counted. */
export async function readUncountedWallets(
  db: Queryable,
  merchantNo: MerchantNo,
): Promise<readonly Id<"wallet">[]> {
  const rows = await db.query<{ id: Id<"wallet"> }>({
    text: `select w.id from wallets w
      left join report_wallets r on r.merchant_no = w.merchant_no and r.wallet_id = w.id
      where w.merchant_no = $1 and w.transfer_count > coalesce(r.position, 0) order by w.id`,
    values: [merchantNo],
  });
  return rows.map(({ id }) => id);
}

/** Takes an hour from the list of those to count again; null when there is none. */
export async function takeStaleHour(tx: Transaction, merchantNo: MerchantNo): Promise<number | null> {
  const [row] = await tx.query<{ hourMs: number }>({
    text: `delete from report_stale_hours where merchant_no = $1
      and hour = (select min(hour) from report_stale_hours where merchant_no = $1) returning hour as "hourMs"`,
    values: [merchantNo],
  });
  return row?.hourMs ?? null;
}

/**
 * Compares the next hour that has rows with its sums, and has it counted again when their numbers differ: then a row
 * was committed after the rows around it had been counted. Returns the floor of the hour after it; null when no hour is
 * old enough.
 */
export async function compareHour(
  tx: Transaction,
  merchantNo: MerchantNo,
  from: string,
  before: string,
): Promise<string | null> {
  const [next] = await tx.query<{ hourMs: number | null }>({
    text: `select least(
        (select ${hourOfIdSql("id")} from charges where merchant_no = $1 and id > $2 and id < $3 order by id limit 1),
        (select ${hourOfIdSql("id")} from checkout_sessions where merchant_no = $1 and id > $2 and id < $3 order by id limit 1)
      ) as "hourMs"`,
    values: [merchantNo, from, before],
  });
  if (next === undefined || next.hourMs === null) return null;
  const [start, end] = [uuidFloor(next.hourMs), uuidFloor(next.hourMs + HOUR_MS)];
  await tx.query({
    text: `
      insert into report_stale_hours (merchant_no, hour) select $1, $2
      where (select count(*) from charges where merchant_no = $1 and id > $3 and id < $4)
          <> (select coalesce(sum(n), 0) from report_attempts where merchant_no = $1 and hour = $2)
            + (select count(*) from report_open_charges where merchant_no = $1 and hour = $2)
        or (select count(*) from checkout_sessions where merchant_no = $1 and id > $3 and id < $4)
          <> (select coalesce(sum(n), 0) from report_sessions where merchant_no = $1 and hour = $2)
      on conflict do nothing`,
    values: [merchantNo, new Date(next.hourMs), start, end],
  });
  return end;
}

/**
 * Forgets the sums of a merchant in one mode. The background loop makes them again from the beginning; until then
 * reports say as of when they are.
 */
export async function forgetSums(tx: Transaction, merchantNo: MerchantNo): Promise<void> {
  await tx.query({
    text: "select from report_progress where merchant_no = $1 for update",
    values: [merchantNo],
  });
  for (const table of [
    "report_attempts",
    "report_open_charges",
    "report_sessions",
    "report_bookings",
    "report_wallets",
    "report_stale_hours",
    "report_progress",
  ]) {
    await tx.query({ text: `delete from ${table} where merchant_no = $1`, values: [merchantNo] });
  }
}
