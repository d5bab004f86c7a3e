import type { Database, Transaction } from "../../db/database.ts";
import type { Money } from "../../kit/money.ts";

/** What an account may take in one currency, as it is stored: minor units as text, null for no limit. */
export interface AccountLimit {
  readonly currency: string;
  readonly perPayment: string | null;
  /** Of one day in UTC. */
  readonly perDay: string | null;
  /** Whether the day's limit counts payouts as well as payments. Absent in rows from before it could. */
  readonly countsPayouts?: boolean;
}

/** A limit with what today's payments, and payouts where it counts them, have taken of it, when the snapshot was read. Minor units. */
export interface RoutableLimit {
  readonly currency: string;
  readonly perPayment: bigint | null;
  readonly perDay: bigint | null;
  readonly countsPayouts: boolean;
  readonly takenToday: bigint;
}

/** The attempt for which part of a daily limit is taken. */
export interface LimitedAttempt {
  readonly merchantNo: number;
  readonly chargeId: string;
}

/** Whether the account may take this payment, as far as the snapshot knows. Pure. */
export function isWithinLimits(limits: readonly RoutableLimit[], amount: Money): boolean {
  return limits
    .filter(({ currency }) => currency === amount.currency)
    .every(
      (limit) =>
        (limit.perPayment === null || amount.minor <= limit.perPayment) && fitsDay(limit, amount.minor),
    );
}

/** Whether the account may send this payout, as far as the snapshot knows: a limit per payment is none of payouts. Pure. */
export function isPayoutWithinLimits(limits: readonly RoutableLimit[], { minor, currency }: Money): boolean {
  return limits
    .filter((limit) => limit.countsPayouts && limit.currency === currency)
    .every((limit) => fitsDay(limit, minor));
}

const fitsDay = ({ perDay, takenToday }: RoutableLimit, minor: bigint): boolean =>
  perDay === null || takenToday + minor <= perDay;

/** Whether `after` lets an account take more than `before` in any currency. Pure. */
export function raisesLimits(before: readonly AccountLimit[], after: readonly AccountLimit[]): boolean {
  const isLooser = (held: string | null, next: string | null) =>
    held !== null && (next === null || BigInt(next) > BigInt(held));
  return before.some((held) => {
    const next = after.find(({ currency }) => currency === held.currency);
    const countsLess = held.perDay !== null && held.countsPayouts === true && next?.countsPayouts !== true;
    return (
      countsLess ||
      isLooser(held.perPayment, next?.perPayment ?? null) ||
      isLooser(held.perDay, next?.perDay ?? null)
    );
  });
}

/** A reservation whose attempt was not written by then never will be: a batch waits 1.5 s at most. */
const UNWRITTEN_MS_MAX = 60_000;
/** Days before the present one are kept for one more, for attempts around midnight. */
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** SQL expressions that say of which account and currency a day's sum is, and when it is asked. */
interface DaySql {
  readonly account: string;
  readonly currency: string;
  readonly now: string;
  readonly countsPayouts: string;
}

/**
 * SQL: what an account has taken on the UTC day of `now`, in minor units. Attempts that failed, or were never written, do
 * not count; nor do payouts that failed.
 */
export function takenTodaySql({ account, currency, now, countsPayouts }: DaySql): string {
  const day = `(${now} at time zone 'UTC')::date`;
  return `((select coalesce(sum(r.amount), 0) from provider_account_reservations r
      left join charges c on c.merchant_no = r.merchant_no and c.id = r.charge_id
     where r.provider_account_id = ${account} and r.currency = ${currency} and r.day = ${day}
       and (case when c.id is null then r.reserved_at > ${now} - interval '${UNWRITTEN_MS_MAX} ms'
              else c.provider_account_id = r.provider_account_id and c.status not in ('FAILED', 'CANCELLED') end))
    + (case when ${countsPayouts} then (
       select coalesce(sum(p.amount), 0) from payouts p
        where p.provider_account_id = ${account} and p.currency = ${currency}
          and p.sent_at >= ${day}::timestamp at time zone 'UTC'
          and p.sent_at < (${day} + 1)::timestamp at time zone 'UTC'
          and p.status not in ('FAILED', 'CANCELLED')) else 0 end))`;
}

/** The limit of the account `$1` in the currency `$2` as it is stored now; one of a currency without a limit is absent. */
const limitSql = `select (l->>'perDay')::bigint as "perDay", coalesce((l->>'countsPayouts')::boolean, false) as "countsPayouts"
    from provider_accounts a, jsonb_array_elements(a.limits) l
   where a.id = $1 and l->>'currency' = $2 and l->>'perDay' is not null`;
const takenSql = takenTodaySql({
  account: "$1",
  currency: "$2::char(3)",
  now: "$4::timestamptz",
  countsPayouts: `l."countsPayouts"`,
});
const paymentFitsSql = `coalesce((select $3::bigint + ${takenSql} <= l."perDay" from (${limitSql}) l), true)`;
const payoutFitsSql = `coalesce((select $3::bigint + ${takenSql} <= l."perDay" from (${limitSql}) l where l."countsPayouts"), true)`;

/** Others that take of the same day wait for the end of the transaction. */
const lockDay = (tx: Transaction, accountId: string, currency: string): Promise<unknown> =>
  tx.query({
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`provider account limit ${accountId} ${currency}`],
  });

/**
 * Takes the attempt's amount from what the account may take today. False: it would pass the limit, and nothing is
 * taken. The limit is never passed, however many processes do this: they wait for each other, one account and currency
 * at a time, and the limit is read again. Nothing has to be given back: attempts that failed, or were never written, no
 * longer count.
 */
export function reserveOfToday(
  db: Database,
  accountId: string,
  { minor, currency }: Money,
  { merchantNo, chargeId }: LimitedAttempt,
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx: Transaction) => {
    await lockDay(tx, accountId, currency);
    await tx.query({
      text: "delete from provider_account_reservations where provider_account_id = $1 and currency = $2 and day < $3",
      values: [accountId, currency, dayOf(nowMs - DAY_MS)],
    });
    const rows = await tx.query({
      text: `insert into provider_account_reservations
               (provider_account_id, currency, amount, reserved_at, day, merchant_no, charge_id)
             select $1, $2::char(3), $3::bigint, $4::timestamptz, $5::date, $6, $7
              where ${paymentFitsSql}
             returning 1`,
      values: [accountId, currency, minor, new Date(nowMs), dayOf(nowMs), merchantNo, chargeId],
    });
    return rows.length === 1;
  });
}

/**
 * Whether a payout fits what the account may still take today. Payments and payouts that take of the same day wait until
 * the transaction ends: where it writes the payout as sent, the limit is never passed.
 */
export async function fitsPayoutToday(
  tx: Transaction,
  accountId: string,
  { minor, currency }: Money,
  nowMs: number,
): Promise<boolean> {
  await lockDay(tx, accountId, currency);
  const [row] = await tx.query<{ fits: boolean }>({
    text: `select ${payoutFitsSql} as fits`,
    values: [accountId, currency, minor, new Date(nowMs)],
  });
  return row?.fits === true;
}
