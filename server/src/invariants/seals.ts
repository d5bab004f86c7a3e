import type { Invariant } from "./invariant.ts";
import { provedSealSql } from "./proved-seal.ts";

/** An account's public name: `publicAccount` in modules/ledger/canonical.ts. */
const publicAccountSql = (account: string) => `
  case when ${account} like 'clearing:%'
    then 'provider:' || left(encode(sha256(convert_to(${account}, 'UTF8')), 'hex'), 32) else ${account} end`;

/** A transfer as the line that is hashed. */
const lineSql = `
  concat_ws('|', t.position, t.id, t.transaction_id, ${publicAccountSql("t.from_account")},
    ${publicAccountSql("t.to_account")}, t.amount, t.currency, t.type, t.source_type, t.source_id, t.balance_after,
    (extract(epoch from t.created_at) * 1000)::bigint)`;

/** The seals of each wallet after its last verified one, each with the end state of the seal before it. */
const sealsToProveSql = `
        select s.*, base.number as proved_number,
          lag(s.number, 1, coalesce(base.number, 0)) over wallet as number_before,
          lag(s.last_position, 1, coalesce(base.last_position, 0)) over wallet as position_before,
          lag(s.hash, 1, base.hash) over wallet as hash_before
        from wallets w
        ${provedSealSql("w.merchant_no", "w.id")}
        join ledger_seals s on s.merchant_no = w.merchant_no and s.wallet_id = w.id
          and s.first_position > coalesce(base.last_position, 0)
        window wallet as (partition by s.merchant_no, s.wallet_id order by s.first_position)`;

/**
 * The hash chain over the books, verified in SQL: an independent implementation of what the sealer and the published
 * script do.
 */
export const sealInvariants: readonly Invariant[] = [
  {
    name: "ledger.seals_are_a_chain",
    meaning: "A wallet's seals are numbered from 1, and each begins where the one before it ended.",
    reach: "sealed",
    sql: `
      select merchant_no, wallet_id::text as id, format('the chain breaks at seal %s', min(number)) as detail
      from (${sealsToProveSql}) link
      where number <> number_before + 1 or first_position <> position_before + 1
      group by merchant_no, wallet_id`,
  },
  {
    name: "ledger.seals_hold",
    meaning:
      "What was sealed is there as it was: each seal is the hash of its transfers, behind the seal before it.",
    reach: "sealed",
    sql: `
      select link.merchant_no, link.wallet_id::text as id, format('seal %s does not hold', link.number) as detail
      from (${sealsToProveSql}) link
      cross join lateral (
        select string_agg(${lineSql} || E'\\n', '' order by t.position) as lines
        from ledger_transfers t
        where t.merchant_no = link.merchant_no and t.wallet_id = link.wallet_id
          and t.position between link.first_position and link.last_position
      ) sealed
      where link.hash is distinct from sha256(convert_to(
        concat_ws(E'\\n', 'cauris-ledger-1', link.wallet_id, link.number,
          coalesce(encode(link.hash_before, 'hex'), repeat('0', 64)), sealed.lines || link.balances) || E'\\n',
        'UTF8'))`,
  },
  {
    name: "ledger.seals_keep_sums",
    meaning: "The balances in a seal are the sums of the wallet's entries up to it.",
    reach: "sealed",
    sql: `
      with last as (
        select distinct on (merchant_no, wallet_id) merchant_no, wallet_id, number, last_position, balances
        from (${sealsToProveSql}) link order by merchant_no, wallet_id, first_position desc
      )
      select last.merchant_no, last.wallet_id::text as id,
        format('seal %s says %s, entries say %s', last.number, last.balances, sums.balances) as detail
      from last
      ${provedSealSql("last.merchant_no", "last.wallet_id")}
      cross join lateral (
        select string_agg(account || '=' || sum, '|' order by account collate "C") as balances
        from (
          select account, sum(amount) as sum
          from (
            select split_part(part, '=', 1) as account, split_part(part, '=', 2)::numeric as amount
            from regexp_split_to_table(base.balances, '\\|') part where base.balances is not null
            union all
            select ${publicAccountSql("t.from_account")}, -t.amount from ledger_transfers t
            where t.merchant_no = last.merchant_no and t.wallet_id = last.wallet_id
              and t.position > coalesce(base.last_position, 0) and t.position <= last.last_position
            union all
            select ${publicAccountSql("t.to_account")}, t.amount from ledger_transfers t
            where t.merchant_no = last.merchant_no and t.wallet_id = last.wallet_id
              and t.position > coalesce(base.last_position, 0) and t.position <= last.last_position
          ) entry group by account
        ) account
      ) sums
      where last.balances is distinct from sums.balances`,
  },
];
