import type { Database, Transaction } from "../../db/database.ts";
import type { Money } from "../../kit/money.ts";

/** What an account may take in one currency, as it is stored: minor units as text, null for no limit. */
export interface AccountLimit {
  readonly currency: string;
  readonly perPayment: string | null;
  /** Of one day in UTC. */
  readonly perDay: string | null;
}

/** A limit with what today's payments have taken of it, when the snapshot was read. Minor units. */
export interface RoutableLimit {
  readonly currency: string;
  readonly perPayment: bigint | null;
  readonly perDay: bigint | null;
  readonly takenToday: bigint;
}

/** The attempt for which part of a daily limit is taken. */
export interface LimitedAttempt {
  readonly merchantNo: number;
  readonly chargeId: string;
}

/** Whether the account may take this amount, as far as the snapshot knows. Pure. */
export function isWithinLimits(limits: readonly RoutableLimit[], { minor, currency }: Money): boolean {
  return limits
    .filter((limit) => limit.currency === currency)
    .every(
      ({ perPayment, perDay, takenToday }) =>
        (perPayment === null || minor <= perPayment) && (perDay === null || takenToday + minor <= perDay),
    );
}

/** Whether `after` lets an account take more than `before` in any currency. Pure. */
export function raisesLimits(before: readonly AccountLimit[], after: readonly AccountLimit[]): boolean {
  const isLooser = (held: string | null, next: string | null) =>
    held !== null && (next === null || BigInt(next) > BigInt(held));
  return before.some((held) => {
    const next = after.find(({ currency }) => currency === held.currency);
    return isLooser(held.perPayment, next?.perPayment ?? null) || isLooser(held.perDay, next?.perDay ?? null);
  });
}

/** A reservation whose attempt was not written by then never will be: a batch waits 1.5 s at most. */
const UNWRITTEN_MS_MAX = 60_000;
/** Days before the present one are kept for one more, for attempts around midnight. */
const DAY_MS = 86_400_000;

/** SQL: whether the reservation `r` counts at the instant `$now`; `c` is its charge, if there is one. */
export const countsSql = (nowParameter: string): string =>
  `(case when c.id is null then r.reserved_at > ${nowParameter} - interval '${UNWRITTEN_MS_MAX} ms'
     else c.provider_account_id = r.provider_account_id and c.status not in ('FAILED', 'CANCELLED') end)`;

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
  const now = new Date(nowMs);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return db.transaction(async (tx: Transaction) => {
    await tx.query({
      text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
      values: [`provider account limit ${accountId} ${currency}`],
    });
    await tx.query({
      text: "delete from provider_account_reservations where provider_account_id = $1 and currency = $2 and day < $3",
      values: [accountId, currency, dayOf(nowMs - DAY_MS)],
    });
    const rows = await tx.query({
      text: `insert into provider_account_reservations
               (merchant_no, charge_id, provider_account_id, currency, day, amount, reserved_at)
             select $1, $2, $3, $4::char(3), $5::date, $6::bigint, $7::timestamptz
              where $6::bigint + (
                select coalesce(sum(r.amount), 0) from provider_account_reservations r
                  left join charges c on c.merchant_no = r.merchant_no and c.id = r.charge_id
                 where r.provider_account_id = $3 and r.currency = $4::char(3) and r.day = $5::date
                   and ${countsSql("$7::timestamptz")}
              ) <= coalesce((
                select (l->>'perDay')::bigint from provider_accounts a, jsonb_array_elements(a.limits) l
                 where a.id = $3 and l->>'currency' = $4 and l->>'perDay' is not null), 9223372036854775807)
             returning 1`,
      values: [merchantNo, chargeId, accountId, currency, dayOf(nowMs), minor, now],
    });
    return rows.length === 1;
  });
}
