import type { Invariant } from "./invariant.ts";
import { provedSealSql, sealedSumSql } from "./proved-seal.ts";

/** The sum of movements on each of a wallet's accounts after its last verified seal. */
const sumsSinceBaseSql = (account: string) => `
  coalesce(sum(case '${account}' when t.to_account then t.amount when t.from_account then -t.amount end), 0) as ${account}`;

/** The effect of one transfer on the wallet's balance. */
const deltaSql = `
  amount * ((to_account in ('available', 'pending', 'held', 'reserved'))::int
    - (from_account in ('available', 'pending', 'held', 'reserved'))::int)`;

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: "ledger.transactions_balance",
    meaning: "The entries of a transaction sum to zero in each currency.",
    reach: "recent",
    sql: `
      select merchant_no, transaction_id::text as id, format('%s %s too much', sum(signed_amount), currency) as detail
      from ledger_entries where transfer_id >= $1::uuid and created_at >= $2::timestamptz
      group by merchant_no, transaction_id, currency having sum(signed_amount) <> 0`,
  },
  {
    name: "ledger.transfers_have_a_wallet",
    meaning: "A transfer belongs to a wallet of its merchant in its own currency.",
    reach: "recent",
    sql: `
      select t.merchant_no, t.id::text as id, format('%s in a wallet of %s', t.currency, coalesce(w.currency, 'nobody')) as detail
      from ledger_transfers t left join wallets w on w.merchant_no = t.merchant_no and w.id = t.wallet_id
      where t.id >= $1::uuid and t.created_at >= $2::timestamptz and w.currency is distinct from t.currency`,
  },
  {
    name: "wallets.balances_are_sums",
    meaning: "Each of a wallet's four balances is the sum of its entries.",
    reach: "sealed",
    sql: `
      select w.merchant_no, w.id::text as id,
        format('stored %s/%s/%s/%s, entries %s/%s/%s/%s', w.available, w.pending, w.held, w.reserved,
          s.available, s.pending, s.held, s.reserved) as detail
      from wallets w
      ${provedSealSql("w.merchant_no", "w.id")}
      cross join lateral (
        select ${sealedSumSql("available")} + moved.available as available, ${sealedSumSql("pending")} + moved.pending as pending,
          ${sealedSumSql("held")} + moved.held as held, ${sealedSumSql("reserved")} + moved.reserved as reserved
        from (
          select ${["available", "pending", "held", "reserved"].map(sumsSinceBaseSql).join(",")}
          from ledger_transfers t
          where t.merchant_no = w.merchant_no and t.wallet_id = w.id and t.position > coalesce(base.last_position, 0)
        ) moved
      ) s
      where (w.available, w.pending, w.held, w.reserved) is distinct from (s.available, s.pending, s.held, s.reserved)`,
  },
  {
    name: "wallets.balances_are_a_chain",
    meaning:
      "A wallet's transfers are numbered from 1 without a gap, each balance and time follows from the one before it.",
    reach: "sealed",
    sql: `
      select merchant_no, wallet_id::text as id, format('the chain breaks at position %s', min(position)) as detail
      from (
        select w.merchant_no, w.id as wallet_id, t.position, base.last_position as proved,
          t.position is distinct from lag(t.position, 1, 0::bigint) over wallet + 1
            or t.balance_after is distinct from lag(t.balance_after, 1, 0::bigint) over wallet + ${deltaSql}
            or t.created_at < lag(t.created_at) over wallet as broken
        from wallets w
        ${provedSealSql("w.merchant_no", "w.id")}
        -- The last proved transfer is the anchor of those behind it. Apart, by its index: as a plain join the planner takes the
        -- whole table, for it cannot know how few transfers lie behind a seal.
        cross join lateral (
          select position, balance_after, amount, from_account, to_account, created_at from ledger_transfers
          where merchant_no = w.merchant_no and wallet_id = w.id and position >= coalesce(base.last_position, 0)
          order by position offset 0
        ) t
        window wallet as (partition by w.merchant_no, w.id order by t.position)
      ) link
      where broken and position is distinct from proved group by merchant_no, wallet_id`,
  },
  {
    name: "wallets.last_balance_holds",
    meaning: "A wallet's balance is the balance after its last transfer, or zero when there are none.",
    reach: "recent",
    sql: `
      select w.merchant_no, w.id::text as id,
        format('balance %s after %s transfers, the last leaves %s', w.available + w.pending + w.held + w.reserved,
          w.transfer_count, coalesce(last.balance_after::text, 'none')) as detail
      from wallets w
      left join lateral (
        select t.position, t.balance_after from ledger_transfers t
        where t.merchant_no = w.merchant_no and t.wallet_id = w.id order by t.position desc limit 1
      ) last on true
      where w.updated_at >= $2::timestamptz and $1::uuid is not null
        and (coalesce(last.position, 0) <> w.transfer_count
          or coalesce(last.balance_after, 0) <> w.available + w.pending + w.held + w.reserved)`,
  },
  {
    name: "wallets.never_negative",
    meaning: "No balance of a wallet is below zero.",
    reach: "whole",
    sql: `
      select merchant_no, id::text as id, format('%s/%s/%s/%s', available, pending, held, reserved) as detail
      from wallets where least(available, pending, held, reserved) < 0`,
  },
  {
    name: "wallets.pending_settles",
    meaning: "A wallet's pending balance is what its settlements will make available.",
    reach: "whole",
    sql: `
      select w.merchant_no, w.id::text as id, format('pending %s, settling %s', w.pending, coalesce(s.amount, 0)) as detail
      from wallets w left join (
        select merchant_no, wallet_id, sum(amount) as amount from settlements group by 1, 2
      ) s on s.merchant_no = w.merchant_no and s.wallet_id = w.id
      where w.pending <> coalesce(s.amount, 0)`,
  },
  {
    name: "charges.booked_once",
    meaning:
      "A charge that succeeded is booked exactly once, at what the provider took; no other charge is, unless its amount is another than asked for.",
    reach: "recent",
    sql: `
      select coalesce(c.merchant_no, b.merchant_no) as merchant_no, coalesce(c.id, b.source_id)::text as id,
        format('%s of %s, booked %s times, %s in all', coalesce(c.status, 'no charge'), c.amount, coalesce(b.n, 0),
          coalesce(b.amount, 0)) as detail
      from (select * from charges where id >= $1::uuid and created_at >= $2::timestamptz) c
      full join (
        select merchant_no, source_id, count(*) as n, sum(amount) as amount from ledger_transfers
        where id >= $1::uuid and source_type = 'charge' and type = 'CHARGE' group by merchant_no, source_id
      ) b on b.merchant_no = c.merchant_no and b.source_id = c.id
      where case
        -- Made before the time in question, booked since.
        when c.id is null then not exists (
          select 1 from charges x where x.merchant_no = b.merchant_no and x.id = b.source_id)
        when c.status = 'SUCCEEDED' then
          coalesce(b.n, 0) <> 1 or b.amount is distinct from coalesce(c.amount_confirmed, c.amount)
        when c.amount_confirmed is not null then
          b.n is not null and (b.n <> 1 or b.amount is distinct from c.amount_confirmed)
        else b.n is not null
      end`,
  },
  {
    name: "charges.fee_booked_once",
    meaning: "The fees booked for a charge are its fee; only the charge that pays has one.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id, format('fee %s, booked %s', c.fee, coalesce(b.amount, 0)) as detail
      from charges c left join (
        select merchant_no, source_id, sum(amount) as amount from ledger_transfers
        where id >= $1::uuid and source_type = 'charge' and type = 'FEE' group by merchant_no, source_id
      ) b on b.merchant_no = c.merchant_no and b.source_id = c.id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and (c.fee <> coalesce(b.amount, 0) or (c.fee <> 0 and not c.pays))`,
  },
  {
    name: "refunds.booked_once",
    meaning:
      "A refund that succeeded is booked exactly once; one that failed afterwards is booked back once; no other refund is booked.",
    reach: "recent",
    sql: `
      select r.merchant_no, r.id::text as id,
        format('%s of %s, booked %s times, %s in all', r.status, r.amount, coalesce(b.n, 0), coalesce(b.amount, 0)) as detail
      from refunds r left join (
        select merchant_no, source_id, count(*) filter (where from_account in ('held', 'reserved')) as n,
          count(*) filter (where from_account not in ('held', 'reserved')) as back,
          sum(case when from_account in ('held', 'reserved') then amount else -amount end) as amount
        from ledger_transfers
        where id >= $1::uuid and source_type = 'refund' and type = 'REFUND' group by merchant_no, source_id
      ) b on b.merchant_no = r.merchant_no and b.source_id = r.id
      where r.id >= $1::uuid and r.created_at >= $2::timestamptz and case
        when r.status = 'SUCCEEDED' then coalesce(b.n, 0) <> 1 or b.amount is distinct from r.amount
        when r.status = 'FAILED' and r.succeeded_at is not null then
          coalesce(b.n, 0) <> 1 or b.back <> 1 or b.amount <> 0
        else b.n is not null
      end`,
  },
  {
    name: "refunds.within_charge",
    meaning:
      "The refunds of a charge that have not failed never exceed what was taken, and the charge names the sum of those that succeeded.",
    reach: "recent",
    sql: `
      select c.merchant_no, c.id::text as id,
        format('taken %s, refunds alive %s, succeeded %s, named %s', coalesce(c.amount_confirmed, c.amount),
          coalesce(r.alive, 0), coalesce(r.succeeded, 0), c.amount_refunded) as detail
      from charges c left join (
        select merchant_no, charge_id, sum(amount) filter (where status not in ('FAILED', 'CANCELLED')) as alive,
          sum(amount) filter (where status = 'SUCCEEDED') as succeeded
        from refunds group by merchant_no, charge_id
      ) r on r.merchant_no = c.merchant_no and r.charge_id = c.id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz
        and (coalesce(r.alive, 0) > coalesce(c.amount_confirmed, c.amount)
          or c.amount_refunded <> coalesce(r.succeeded, 0))`,
  },
  {
    name: "refunds.reserve_while_alive",
    meaning:
      "A refund that a merchant asked for holds its amount reserved until it has ended, and no other does.",
    reach: "recent",
    sql: `
      select r.merchant_no, r.id::text as id, format('%s of %s, reserved %s', r.status, r.amount, coalesce(b.amount, 0)) as detail
      from refunds r left join (
        select merchant_no, source_id, sum(case when to_account = 'reserved' then amount else -amount end) as amount
        from ledger_transfers
        where id >= $1::uuid and source_type = 'refund' and 'reserved' in (from_account, to_account)
        group by merchant_no, source_id
      ) b on b.merchant_no = r.merchant_no and b.source_id = r.id
      where r.id >= $1::uuid and r.created_at >= $2::timestamptz and coalesce(b.amount, 0) <> case
        when r.source_account = 'reserved' and r.status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION') then r.amount
        else 0
      end`,
  },
  {
    name: "refunds.fees_within_fee",
    meaning:
      "A refund gives back the part of the fee that it names, and those of a charge never more than its fee.",
    reach: "recent",
    sql: `
      select r.merchant_no, r.id::text as id, format('names %s, booked %s', r.fee_refunded, coalesce(b.amount, 0)) as detail
      from refunds r left join (
        select merchant_no, source_id, sum(case when from_account = 'fees' then amount else -amount end) as amount
        from ledger_transfers
        where id >= $1::uuid and source_type = 'refund' and type = 'FEE' group by merchant_no, source_id
      ) b on b.merchant_no = r.merchant_no and b.source_id = r.id
      where r.id >= $1::uuid and r.created_at >= $2::timestamptz and r.fee_refunded <> coalesce(b.amount, 0)
      union all
      select c.merchant_no, c.id::text, format('fee %s, given back %s', c.fee, r.amount)
      from charges c join (
        select merchant_no, charge_id, sum(fee_refunded) as amount from refunds group by merchant_no, charge_id
      ) r on r.merchant_no = c.merchant_no and r.charge_id = c.id
      where c.id >= $1::uuid and c.created_at >= $2::timestamptz and r.amount > c.fee`,
  },
];
