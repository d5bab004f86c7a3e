import type { Queryable, Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import { zoneCountries, zoneNames } from "../../kit/country-zones.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";

/** The local hour from which yesterday is told. */
const SUMMARY_HOUR = 7;
const MERCHANTS_PER_ROUND = 50;

/** A day of a merchant that somebody wants to be told of. */
export interface DueDay {
  readonly merchantNo: MerchantNo;
  /** `2026-11-22`, in the zone of the merchant's country. */
  readonly day: string;
  readonly timeZone: string;
  /** The day's first instant, and its end. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Who has switched the mail on since is told from tomorrow. */
  readonly chosenBeforeMs: number;
}

/**
 * Yesterday of the merchants where it is past seven o'clock, where somebody had switched the summary on by then, and
 * where it was not told yet. Merchants of other countries live by UTC.
 */
export function findDueDays(db: Queryable, nowMs: number): Promise<readonly DueDay[]> {
  return db.query<DueDay>({
    text: `
      select n.merchant_no as "merchantNo", t.day::text as day, t.zone as "timeZone",
        t.day::timestamp at time zone t.zone as "fromMs", (t.day + 1)::timestamp at time zone t.zone as "toMs",
        t.seven as "chosenBeforeMs"
      from (
        select merchant_id, mode, min(updated_at) as chosen_at from notification_settings
         where kind = 'DAILY_SUMMARY' and is_on group by merchant_id, mode
      ) s
      join merchant_numbers n on n.merchant_id = s.merchant_id and n.mode = s.mode
      join merchants m on m.id = s.merchant_id and m.archive_of is null
      left join unnest($2::text[], $3::text[]) as z (country, zone) on z.country = m.country_code
      cross join lateral (
        select d.zone, d.today - 1 as day, (d.today + make_time($4, 0, 0)) at time zone d.zone as seven
        from (select coalesce(z.zone, 'UTC') as zone, ($1::timestamptz at time zone coalesce(z.zone, 'UTC'))::date as today) d
      ) t
      left join daily_summaries told on told.merchant_no = n.merchant_no
      where t.seven <= $1 and s.chosen_at < t.seven and (told.day is null or told.day < t.day)
        and ${stillHere("n.merchant_no")}
      order by n.merchant_no limit ${MERCHANTS_PER_ROUND}`,
    values: [new Date(nowMs), zoneCountries, zoneNames, SUMMARY_HOUR],
  });
}

/** Marks the day as told, once: false when another process was faster. The row stays locked until the transaction ends. */
export async function claimDay(tx: Transaction, { merchantNo, day }: DueDay): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into daily_summaries as told (merchant_no, day) values ($1, $2)
           on conflict (merchant_no) do update set day = excluded.day where told.day < excluded.day returning 1`,
    values: [merchantNo, day],
  });
  return rows.length === 1;
}

/** Those who had switched the summary on before an instant. */
export async function readWishes(
  tx: Transaction,
  { merchantNo, chosenBeforeMs }: DueDay,
): Promise<ReadonlySet<Id<"person">>> {
  const rows = await tx.query<{ personId: Id<"person"> }>({
    text: `select s.person_id as "personId" from merchant_numbers n
             join notification_settings s on s.merchant_id = n.merchant_id and s.mode = n.mode
            where n.merchant_no = $1 and s.kind = 'DAILY_SUMMARY' and s.is_on and s.updated_at < $2`,
    values: [merchantNo, new Date(chosenBeforeMs)],
  });
  return new Set(rows.map(({ personId }) => personId));
}

/** What of a merchant waits for its people now, and the payouts that failed within the day. */
export interface Waiting {
  readonly failedPayouts: number;
  readonly payoutsToApprove: number;
  readonly dossierQuestions: number;
  readonly disabledEndpoints: number;
}

export async function readWaiting(db: Queryable, { merchantNo, fromMs, toMs }: DueDay): Promise<Waiting> {
  const [row] = await db.query<Waiting>({
    text: `select
      (select count(*)::int from payouts where merchant_no = $1 and failed_at >= $2 and failed_at < $3) as "failedPayouts",
      (select count(*)::int from payouts where merchant_no = $1 and status = 'PENDING_APPROVAL') as "payoutsToApprove",
      (select count(*)::int from kyb_dossiers where merchant_no = $1 and status = 'INFO_REQUESTED') as "dossierQuestions",
      (select count(*)::int from webhook_endpoints where merchant_no = $1 and status = 'DISABLED') as "disabledEndpoints"`,
    values: [merchantNo, new Date(fromMs), new Date(toMs)],
  });
  if (row === undefined) throw new Error("a query of counts returns a row");
  return row;
}
