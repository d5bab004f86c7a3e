import type { Invariant } from "./invariant.ts";

export const operatorMoneyInvariants: readonly Invariant[] = [
  {
    name: "held.waits_or_goes_back",
    meaning:
      "Money of a charge that is held waits for a person, or all of it is on its way back to the payer; never both, never more than came.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id,
        format('held %s, going back %s, review %s', b.held - coalesce(r.back, 0), coalesce(r.going, 0),
          coalesce(c.review_reason, 'none')) as detail
      from (
        select merchant_no, source_id, sum(case when to_account = 'held' then amount else -amount end) as held
        from ledger_transfers
        where id >= $1::uuid and source_type = 'charge' and 'held' in (from_account, to_account)
        group by merchant_no, source_id
      ) b
      join charges c on c.merchant_no = b.merchant_no and c.id = b.source_id
      left join lateral (
        select sum(amount) filter (where status = 'SUCCEEDED') as back,
          sum(amount) filter (where status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')) as going
        from refunds x where x.merchant_no = c.merchant_no and x.charge_id = c.id and x.source_account = 'held'
      ) r on true
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and coalesce(r.going, 0) <> case when c.review_reason is null then b.held - coalesce(r.back, 0) else 0 end`,
  },
  {
    name: "corrections.booked_once",
    meaning:
      "A correction that is POSTED is booked once, at its amount and in its direction, and no other is.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id,
        format('%s %s of %s, booked %s times, %s in all', c.status, c.direction, c.amount, coalesce(b.n, 0),
          coalesce(b.amount, 0)) as detail
      from ledger_corrections c left join (
        select merchant_no, source_id, count(*) as n,
          sum(case when to_account = 'available' then amount else -amount end) as amount
        from ledger_transfers where id >= $1::uuid and source_type = 'adjustment' and type = 'ADJUSTMENT'
        group by merchant_no, source_id
      ) b on b.merchant_no = c.merchant_no and b.source_id = c.id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz and case
        when c.status = 'POSTED' then coalesce(b.n, 0) <> 1
          or b.amount is distinct from case c.direction when 'CREDIT' then c.amount else -c.amount end
        else b.n is not null
      end`,
  },
];
