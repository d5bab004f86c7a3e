import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { FIRST_GUARD_ID } from "../../kit/guard-id.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { attemptColumnsSql } from "./attempts-sql.ts";
import type { AttemptRow, BookingRow } from "./tally.ts";

export const groupings = ["none", "method", "operator", "country", "providerAccount", "merchant"] as const;
export type Grouping = (typeof groupings)[number];

const groupSql: Readonly<Record<Grouping, string>> = {
  none: "null::text",
  method: "x.payment_method",
  operator: "x.operator",
  country: "x.country",
  providerAccount: "x.provider_account_id::text",
  merchant: "x.merchant_no::text",
};

/** What a report covers. Every filter that is null leaves nothing out. */
export interface ReportQuestion {
  readonly merchantNos: readonly MerchantNo[];
  /** Beginnings of the intervals, in order, and the end of the last one. */
  readonly startsMs: readonly number[];
  readonly toMs: number;
  readonly groupBy: Grouping;
  readonly currency: CurrencyCode | null;
  readonly method: string | null;
  readonly operator: string | null;
  readonly country: string | null;
}

const filterSql = `x.hour >= ($2::timestamptz[])[1] and x.hour < $3
    and ($4::text is null or x.currency = $4) and ($5::text is null or x.payment_method = $5)
    and ($6::text is null or x.operator = $6) and ($7::text is null or x.country = $7)`;

function valuesOf(question: ReportQuestion): readonly unknown[] {
  return [
    question.merchantNos,
    question.startsMs.map((ms) => new Date(ms)),
    new Date(question.toMs),
    question.currency,
    question.method,
    question.operator,
    question.country,
  ];
}

/** Attempts by the hour in which they began: the sums of those that have ended, and what the open ones are now. */
export function readAttempts(db: Queryable, question: ReportQuestion): Promise<readonly AttemptRow[]> {
  return db.query<AttemptRow>({
    text: `
      select width_bucket(x.hour, $2::timestamptz[]) as interval, ${groupSql[question.groupBy]} as "group", x.currency,
        x.status, x.failure_code as "failureCode", x.is_unknown as "isUnknown", x.truth_bucket as "truthBucket",
        x.provider_account_id is not null as "isSent", sum(x.n)::bigint as n, sum(x.first_count)::bigint as "firstCount",
        sum(x.paid_count)::bigint as "paidCount", sum(x.amount)::bigint as amount
      from (
        select merchant_no, hour, currency, status, payment_method, operator, country, provider_account_id, failure_code,
          truth_bucket, n, first_count, paid_count, amount, false as is_unknown
        from report_attempts where merchant_no = any($1::int[])
        union all
        select open.merchant_no, open.hour, open.currency, open.status, open.payment_method, open.operator, open.country,
          open.provider_account_id, open.failure_code, open.truth_bucket, 1, open.is_first::int, open.pays::int,
          open.amount, open.is_unknown
        from (
          select o.hour, ${attemptColumnsSql},
            c.unknown_since is not null or c.status = 'IN_RECONCILIATION' as is_unknown
          from report_open_charges o join charges c on c.merchant_no = o.merchant_no and c.id = o.charge_id
          where o.merchant_no = any($1::int[])
        ) open
      ) x
      where ${filterSql} group by 1, 2, 3, 4, 5, 6, 7, 8`,
    values: valuesOf(question),
  });
}

/** Bookings by the hour in which they were booked. */
export function readBookings(db: Queryable, question: ReportQuestion): Promise<readonly BookingRow[]> {
  return db.query<BookingRow>({
    text: `
      select width_bucket(x.hour, $2::timestamptz[]) as interval, ${groupSql[question.groupBy]} as "group", x.currency,
        x.type, x.source_type as "sourceType", x.from_account as "from", x.to_account as "to", sum(x.n)::bigint as n,
        sum(x.amount)::bigint as amount
      from report_bookings x where x.merchant_no = any($1::int[]) and ${filterSql} group by 1, 2, 3, 4, 5, 6, 7`,
    values: valuesOf(question),
  });
}

/** Sessions that were made in a period, by currency. */
export function readSessionCounts(
  db: Queryable,
  { merchantNos, startsMs, toMs, currency }: ReportQuestion,
): Promise<readonly { readonly currency: CurrencyCode; readonly n: bigint }[]> {
  return db.query({
    text: `select currency, sum(n)::bigint as n from report_sessions
      where merchant_no = any($1::int[]) and hour >= $2 and hour < $3 and ($4::text is null or currency = $4)
      group by currency`,
    values: [merchantNos, new Date(startsMs[0] ?? toMs), new Date(toMs), currency],
  });
}

const timeOfIdSql = (id: string): string =>
  `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/** Everything that happened to these merchants before this instant is counted. */
export async function readAsOf(
  db: Queryable,
  merchantNos: readonly MerchantNo[],
  nowMs: number,
): Promise<number> {
  const first = (table: string, column: string) => `(
          select ${timeOfIdSql("x.id")} from ${table} x where x.merchant_no = m.merchant_no
            and x.id > coalesce(p.${column}, '${uuidFloor(0)}') and x.id < '${FIRST_GUARD_ID}' order by x.id limit 1)`;
  const [row] = await db.query<{ atMs: number | null }>({
    text: `
      select min(least(${first("charges", "charges_through")}, ${first("checkout_sessions", "sessions_through")}, (
          select min(t.created_at) from wallets w
          left join report_wallets r on r.merchant_no = w.merchant_no and r.wallet_id = w.id
          join ledger_transfers t on t.merchant_no = w.merchant_no and t.wallet_id = w.id
            and t.position = coalesce(r.position, 0) + 1
          where w.merchant_no = m.merchant_no))) as "atMs"
      from unnest($1::int[]) as m (merchant_no) left join report_progress p on p.merchant_no = m.merchant_no`,
    values: [merchantNos],
  });
  return Math.min(row?.atMs ?? nowMs, nowMs);
}
