import type { Invariant } from "./invariant.ts";

export const payoutInvariants: readonly Invariant[] = [
  {
    name: "payouts.booked_by_status",
    meaning:
      "A payout's bookings are those of its status: held once, and paid, released or reversed once where it says so.",
    reach: "recent",
    sql: `
      select p.merchant_no, p.id::text as id,
        format('%s of %s: held %s, paid %s, released %s, reversed %s', p.status, p.amount, coalesce(b.held, 0),
          coalesce(b.paid, 0), coalesce(b.released, 0), coalesce(b.reversed, 0)) as detail
      from payouts p left join (
        select merchant_no, source_id, count(*) as n,
          sum(amount) filter (where type = 'HOLD' and from_account = 'available' and to_account = 'reserved') as held,
          sum(amount) filter (where type = 'PAYOUT' and from_account = 'reserved') as paid,
          sum(amount) filter (where type = 'RELEASE' and from_account = 'reserved' and to_account = 'available')
            as released,
          sum(amount) filter (where type = 'PAYOUT_REVERSAL' and to_account = 'available') as reversed
        from ledger_transfers where id >= $1::uuid and source_type = 'payout' group by merchant_no, source_id
      ) b on b.merchant_no = p.merchant_no and b.source_id = p.id
      where p.id >= $1::uuid and p.created_at >= $2::timestamptz and (
        coalesce(b.n, 0) <> case p.status when 'PAID' then 2 when 'FAILED' then 2 when 'CANCELLED' then 2
          when 'REVERSED' then 3 else 1 end
        or coalesce(b.held, 0) <> p.amount
        or coalesce(b.paid, 0) <> case when p.status in ('PAID', 'REVERSED') then p.amount else 0 end
        or coalesce(b.released, 0) <> case when p.status in ('FAILED', 'CANCELLED') then p.amount else 0 end
        or coalesce(b.reversed, 0) <> case when p.status = 'REVERSED' then p.amount else 0 end)`,
  },
  {
    name: "payout_batches.count_their_rows",
    meaning: "A batch has its rows, counts their results, and each accepted row is its payout.",
    reach: "recent",
    sql: `
      select b.merchant_no, b.id::text as id,
        format('%s, %s/%s of %s counted; %s/%s of %s found, %s payouts', b.status, b.accepted_count, b.refused_count,
          b.row_count, coalesce(r.accepted, 0), coalesce(r.refused, 0), coalesce(r.n, 0), coalesce(r.payouts, 0)) as detail
      from payout_batches b left join (
        select r.merchant_no, r.batch_id, count(*) as n, count(*) filter (where r.status = 'ACCEPTED') as accepted,
          count(*) filter (where r.status = 'REFUSED') as refused, count(p.id) as payouts
        from payout_batch_rows r left join payouts p on p.merchant_no = r.merchant_no and p.id = r.payout_id
        where r.batch_id >= $1::uuid group by r.merchant_no, r.batch_id
      ) r on r.merchant_no = b.merchant_no and r.batch_id = b.id
      where b.id >= $1::uuid and b.created_at >= $2::timestamptz
        and (b.row_count, b.accepted_count, b.refused_count, b.accepted_count)
          is distinct from (coalesce(r.n, 0), coalesce(r.accepted, 0), coalesce(r.refused, 0), coalesce(r.payouts, 0))`,
  },
  {
    name: "payouts.count_their_events",
    meaning: "A payout knows the number of its last event.",
    reach: "recent",
    sql: `
      select p.merchant_no, p.id::text as id, format('counts %s, there are %s', p.event_sequence, coalesce(e.n, 0)) as detail
      from payouts p left join (
        select merchant_no, subject_id, max(sequence) as n from events where id >= $1::uuid group by merchant_no, subject_id
      ) e on e.merchant_no = p.merchant_no and e.subject_id = p.id
      where p.id >= $1::uuid and p.created_at >= $2::timestamptz and p.event_sequence <> coalesce(e.n, 0)`,
  },
];
