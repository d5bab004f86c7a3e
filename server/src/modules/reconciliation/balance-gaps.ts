import type { Queryable } from "../../db/database.ts";

/** What an account held at its provider, by the provider and by our book, and what was on its way: minor units. */
export interface Balances {
  readonly told: bigint;
  readonly expected: bigint;
  readonly incoming: bigint;
  readonly outgoing: bigint;
}

/**
 * Whether the provider's balance says nothing else than our book: the gap is at most what operators tolerate beside what
 * was on its way. Payments on their way make the provider's balance larger, refunds and payouts make it smaller. Pure.
 */
export function isExplained({ told, expected, incoming, outgoing }: Balances, tolerance: bigint): boolean {
  const gap = told - expected;
  return gap <= incoming + tolerance && gap >= -(outgoing + tolerance);
}

/** The same rule in SQL, of a reading `b` with its gap. */
const explainedSql = (gap: string): string =>
  `${gap} between -(b.outgoing + t.tolerance) and b.incoming + t.tolerance`;

/**
 * SQL: the last reading of each account and currency, with its gap. A correction of the book since then counts at once;
 * everything else is seen by the next reading. `since`: the first of the readings in a row whose gap nothing explains;
 * null: the last one is explained. `readings`: how many they are. One gap of one reading may be a moment's; one that is
 * still there a day later stays.
 */
export const balanceSource = `(
  select a.tenant_id, a.mode, a.id as provider_account_id, k.currency, b.told, b.told - n.gap as expected, n.gap, b.incoming,
    b.outgoing, t.tolerance, b.created_at as read_at, run.since, run.readings
  from rail_books k
  join provider_accounts a on a.id = k.provider_account_id
  cross join lateral (
    select coalesce(max((e->>'amount')::bigint), 0) as tolerance
    from jsonb_array_elements(a.balance_tolerances) e where e->>'currency' = k.currency
  ) t
  cross join lateral (
    select * from provider_balances r
    where r.provider_account_id = a.id and r.currency = k.currency order by r.day desc limit 1
  ) b
  cross join lateral (
    select b.told - b.expected - coalesce(sum(case when c.debit_account = any (moved.accounts) then c.amount else 0 end
      - case when c.credit_account = any (moved.accounts) then c.amount else 0 end), 0)::bigint as gap
    from (
      select case when exists (select from reconciliation_days d
          where d.provider_account_id = a.id and d.day = b.day and d.method = 'QUERIES')
        then array['provider_balance', 'clearing'] else array['provider_balance'] end as accounts
    ) moved
    left join rail_corrections c on c.provider_account_id = a.id and c.currency = k.currency and c.created_at > b.created_at
    group by b.told, b.expected
  ) n
  left join lateral (
    select min(r.created_at) as since, count(*)::int as readings from provider_balances r
    where not (${explainedSql("n.gap")}) and r.provider_account_id = a.id and r.currency = k.currency and r.day > coalesce((
      select max(b.day) from provider_balances b
      where b.provider_account_id = a.id and b.currency = k.currency and ${explainedSql("b.told - b.expected")}
    ), '-infinity')
  ) run on true
)`;

/** A gap stays when the next reading finds one too. */
export const STAYING_READINGS = 2;

/** SQL: the gaps that stay, with the columns of `balanceSource`. */
export const balanceGapSource = `(select * from ${balanceSource} g where g.readings >= ${STAYING_READINGS})`;

/** The tolerance of an account in each currency that it has one for: minor units. */
export async function readTolerances(
  db: Queryable,
  providerAccountId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ currency: string; amount: bigint }>({
    text: `select e->>'currency' as currency, (e->>'amount')::bigint as amount
      from provider_accounts a, jsonb_array_elements(a.balance_tolerances) e where a.id = $1`,
    values: [providerAccountId],
  });
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}
