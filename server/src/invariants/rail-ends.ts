import type { Invariant } from "./invariant.ts";

/** What ends in the books of accounts at providers: arrivals at our bank, corrections, and the clearing account. */
export const railEndInvariants: readonly Invariant[] = [
  {
    name: "rails.arrivals_are_booked",
    meaning: "Each settlement that arrived at our bank is booked once, with its amount.",
    reach: "whole",
    sql: bookedOnceSql("ARRIVAL", "rail_arrivals", "'bank'", "'in_transit'"),
  },
  {
    name: "rails.corrections_are_booked",
    meaning: "Each correction of a provider account's book is booked once, as two operators agreed.",
    reach: "whole",
    sql: bookedOnceSql("CORRECTION", "rail_corrections", "debit_account", "credit_account"),
  },
  {
    name: "rails.settlements_end_once",
    meaning: "No more of a settlement arrives or is written off than the provider sent.",
    reach: "whole",
    sql: `
      select -n.tenant_no as merchant_no, ended.provider_account_id::text as id,
        format('%s: %s %s ended, and %s were sent', ended.settlement_key, ended.amount, ended.currency,
          coalesce(sent.amount, 0)) as detail
      from (
        select provider_account_id, currency, settlement_key, sum(amount) as amount from (
          select provider_account_id, currency, settlement_key, amount from rail_arrivals
          union all
          select provider_account_id, currency, settlement_key, amount from rail_corrections
          where credit_account = 'in_transit'
        ) ends where settlement_key is not null group by 1, 2, 3
      ) ended
      join provider_accounts a on a.id = ended.provider_account_id
      join tenants n on n.id = a.tenant_id
      left join lateral (
        -- The most that the lines ever said: a later line may have taken a part back that had arrived.
        select sum(t.amount) as amount from rail_transfers t
        where t.provider_account_id = ended.provider_account_id and t.currency = ended.currency
          and t.line_key = ended.settlement_key and t.type = 'SETTLEMENT' and t.debit_account = 'in_transit'
      ) sent on true
      where ended.amount > coalesce(sent.amount, 0)`,
  },
  {
    name: "rails.clearing_empties",
    meaning:
      "When statements cover everything, differ in nothing, and nothing moved since, the clearing accounts of the merchants' books and of the provider account's book sum to zero.",
    reach: "whole",
    sql: `
      select -n.tenant_no as merchant_no, b.provider_account_id::text as id,
        format('%s: the books of merchants have %s, statements confirm %s', b.currency, booked.held, -b.clearing) as detail
      from rail_books b
      join provider_accounts a on a.id = b.provider_account_id
      join tenants n on n.id = b.tenant_id
      join lateral (
        select min(d.period_from) as from_at, max(d.period_to) as to_at,
          bool_and(d.status in ('BALANCE', 'DONE') and d.method = 'STATEMENT') as is_whole
        from reconciliation_days d where d.provider_account_id = b.provider_account_id
      ) days on days.is_whole and days.from_at <= a.created_at
      cross join lateral (
        select coalesce(sum(case t.from_account when 'clearing:' || b.provider_account_id then t.amount
          else -t.amount end), 0) as held
        from merchants m
        join merchant_numbers mn on mn.merchant_id = m.id and mn.mode = b.mode
        join wallets w on w.merchant_no = mn.merchant_no and w.currency = b.currency
        join ledger_transfers t on t.merchant_no = w.merchant_no and t.wallet_id = w.id
          and 'clearing:' || b.provider_account_id in (t.from_account, t.to_account)
        where m.tenant_id = b.tenant_id
      ) booked
      where booked.held + b.clearing <> 0
        and not exists (
          select 1 from reconciliation_differences d
          join provider_statements s on s.tenant_id = d.tenant_id and s.id = d.statement_id
          where s.provider_account_id = b.provider_account_id and d.kind <> 'BALANCE'
        )
        and not exists (
          select 1 from rail_corrections c where c.provider_account_id = b.provider_account_id
            and c.currency = b.currency and 'clearing' in (c.debit_account, c.credit_account)
        )
        and not exists (
          select 1 from merchants m
          join merchant_numbers mn on mn.merchant_id = m.id and mn.mode = b.mode
          join wallets w on w.merchant_no = mn.merchant_no and w.currency = b.currency
          where m.tenant_id = b.tenant_id and w.updated_at > days.to_at - interval '5 minutes'
        )`,
  },
];

/** Rows of `table` without their one transfer, and transfers of the type without their row. */
function bookedOnceSql(
  type: string,
  table: "rail_arrivals" | "rail_corrections",
  debit: string,
  credit: string,
) {
  return `
      select -n.tenant_no as merchant_no, found.provider_account_id::text as id,
        format('${type} %s: %s rows, %s transfers', found.id, found.rows, found.transfers) as detail
      from (
        select coalesce(e.id, t.source_id) as id, coalesce(e.provider_account_id, t.provider_account_id) as provider_account_id,
          count(distinct e.id) as rows, count(t.id) as transfers
        from (
          select id, provider_account_id, currency, amount, ${debit} as debit_account, ${credit} as credit_account
          from ${table}
        ) e
        full join (select * from rail_transfers where type = '${type}') t on t.source_id = e.id
          and t.provider_account_id = e.provider_account_id and t.currency = e.currency and t.amount = e.amount
          and t.debit_account = e.debit_account and t.credit_account = e.credit_account
        group by 1, 2
      ) found
      join provider_accounts a on a.id = found.provider_account_id
      join tenants n on n.id = a.tenant_id
      where found.rows <> 1 or found.transfers <> 1`;
}
