import type { Invariant } from "./invariant.ts";

const hourOfSql = (id: string) =>
  `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

export const reportInvariants: readonly Invariant[] = [
  {
    name: "reports.bookings_are_the_ledger",
    meaning: "The sums of a wallet's bookings are its balance after the last transfer that was counted.",
    reach: "whole",
    sql: `
      select r.merchant_no, r.wallet_id::text as id,
        format('sums %s, ledger %s after transfer %s', s.amount, t.balance_after, r.position) as detail
      from report_wallets r
      cross join lateral (
        select coalesce(sum(b.amount * ((b.to_account in ('available', 'pending', 'held', 'reserved'))::int
          - (b.from_account in ('available', 'pending', 'held', 'reserved'))::int)), 0) as amount
        from report_bookings b where b.merchant_no = r.merchant_no and b.wallet_id = r.wallet_id
      ) s
      left join ledger_transfers t
        on t.merchant_no = r.merchant_no and t.wallet_id = r.wallet_id and t.position = r.position
      where s.amount is distinct from t.balance_after`,
  },
  {
    // Of hours that were compared with their rows, and not while late money of an ended attempt waits to be counted.
    name: "reports.attempts_are_the_charges",
    meaning: "The charges of the counted hours are in the sums, each once and with its status.",
    reach: "recent",
    sql: `
      select p.merchant_no, x.status as id, format('%s charges, %s counted', x.made, x.counted) as detail
      from report_progress p cross join lateral (
        select status, sum(made) as made, sum(counted) as counted from (
          select c.status, count(*) as made, 0::bigint as counted from charges c
          where c.merchant_no = p.merchant_no and c.id >= $1::uuid and c.id < p.compared_before group by c.status
          union all
          select a.status, 0, sum(a.n) from report_attempts a
          where a.merchant_no = p.merchant_no and a.hour >= $2::timestamptz - interval '25 hours'
            and a.hour < ${hourOfSql("p.compared_before")} group by a.status
          union all
          select c.status, 0, count(*) from report_open_charges o
          join charges c on c.merchant_no = o.merchant_no and c.id = o.charge_id
          where o.merchant_no = p.merchant_no and o.hour >= $2::timestamptz - interval '25 hours'
            and o.hour < ${hourOfSql("p.compared_before")} group by c.status
        ) each_way group by status having sum(made) <> sum(counted)
      ) x
      where not exists (select from report_stale_hours h where h.merchant_no = p.merchant_no)
        and not exists (select from wallets w
          left join report_wallets r on r.merchant_no = w.merchant_no and r.wallet_id = w.id
          where w.merchant_no = p.merchant_no and w.transfer_count > coalesce(r.position, 0))`,
  },
];
