import type { Invariant } from "./invariant.ts";

const accounts = [
  "adjustment",
  "bank",
  "clearing",
  "in_transit",
  "provider_balance",
  "provider_fees",
] as const;

/** The balance of one account: debits minus credits. */
const sumSql = (account: string) =>
  `coalesce(sum(case '${account}' when t.debit_account then t.amount when t.credit_account then -t.amount end), 0)`;
const balancesSql = (balanceOf: (account: string) => string) =>
  accounts.map((account) => `'${account}=' || ${balanceOf(account)}`).join(" || '|' || ");

/** A transfer as the line that is hashed: `modules/rails/canonical.ts`. */
const lineSql = `
  concat_ws('|', t.position, t.id, t.transaction_id, t.debit_account, t.credit_account, t.amount, t.type, t.source_type,
    t.source_id, coalesce(t.line_key, ''), (extract(epoch from t.created_at) * 1000)::bigint)`;

/**
 * The books of accounts at providers. They belong to a tenant and to no merchant: it is reported under the tenant's number,
 * negated.
 */
export const railInvariants: readonly Invariant[] = [
  {
    name: "rails.balances_are_sums",
    meaning:
      "Each balance of a provider account's book is the sum of its transfers, and they are numbered without a gap.",
    reach: "whole",
    sql: `
      select -n.tenant_no as merchant_no, b.provider_account_id::text as id,
        format('%s: %s transfers, stored %s, transfers %s', b.currency, b.transfer_count,
          ${balancesSql((account) => `b.${account}`)}, s.balances) as detail
      from rail_books b join tenants n on n.id = b.tenant_id
      cross join lateral (
        select ${balancesSql(sumSql)} as balances, count(*) as n, coalesce(max(t.position), 0) as last
        from rail_transfers t where t.provider_account_id = b.provider_account_id and t.currency = b.currency
      ) s
      where s.balances is distinct from ${balancesSql((account) => `b.${account}`)}
        or s.n <> b.transfer_count or s.last <> b.transfer_count`,
  },
  {
    name: "rails.seals_hold",
    meaning:
      "Every transfer of a provider account's book is sealed, in order, and each seal is the hash of its transfers behind the seal before it.",
    reach: "whole",
    sql: `
      select -n.tenant_no as merchant_no, b.provider_account_id::text as id,
        format('%s: seal %s does not hold', b.currency, coalesce(link.number, b.seal_count)) as detail
      from rail_books b join tenants n on n.id = b.tenant_id
      left join lateral (
        select s.*, lag(s.number, 1, 0) over numbered as number_before,
          lag(s.last_position, 1, 0::bigint) over numbered as position_before, lag(s.hash) over numbered as hash_before,
          lead(s.number) over numbered as number_after
        from rail_seals s where s.provider_account_id = b.provider_account_id and s.currency = b.currency
        window numbered as (order by s.number)
      ) link on true
      left join lateral (
        select string_agg(${lineSql} || E'\\n', '' order by t.position) as lines
        from rail_transfers t
        where t.provider_account_id = link.provider_account_id and t.currency = link.currency
          and t.position between link.first_position and link.last_position
      ) sealed on true
      where (link.number is null and b.transfer_count > 0)
        or link.number <> link.number_before + 1
        or link.first_position <> link.position_before + 1
        or (link.number_after is null
          and (link.number <> b.seal_count or link.last_position <> b.transfer_count
            or link.balances is distinct from ${balancesSql((account) => `b.${account}`)}))
        or link.hash is distinct from case when link.number is null then null else sha256(convert_to(
          concat_ws(E'\\n', 'cauris-rails-1', link.provider_account_id, link.currency, link.number,
            coalesce(encode(link.hash_before, 'hex'), repeat('0', 64)), sealed.lines || link.balances) || E'\\n',
          'UTF8')) end`,
  },
  {
    name: "rails.statements_are_booked",
    meaning:
      "What is booked of a payment, refund or payout is nothing, or the amount of a line that says it succeeded.",
    reach: "whole",
    sql: `
      select -n.tenant_no as merchant_no, booked.provider_account_id::text as id,
        format('%s: %s %s is booked, and no line says so', booked.line_key, booked.amount, booked.currency) as detail
      from (
        select t.provider_account_id, t.currency, t.line_key, t.line_type, t.reference,
          sum(case when (t.debit_account = 'provider_balance') = (t.line_type = 'PAYMENT') then t.amount else -t.amount end)
            as amount
        from rail_transfers t where t.line_type in ('PAYMENT', 'REFUND', 'PAYOUT') and t.type = t.line_type
        group by 1, 2, 3, 4, 5
      ) booked
      join provider_accounts a on a.id = booked.provider_account_id
      join tenants n on n.id = a.tenant_id
      where booked.amount <> 0 and not exists (
        select 1 from provider_statement_lines l
        where l.provider_account_id = booked.provider_account_id and l.reference = booked.reference
          and l.type = booked.line_type and l.currency = booked.currency and l.amount = booked.amount
          and l.status = 'SUCCEEDED')`,
  },
];
