import type { Transaction } from "../../db/database.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { countrySql, hourOfIdSql, operatorSql } from "./attempts-sql.ts";

const dimensions = `merchant_no, hour, wallet_id, currency, type, source_type, from_account, to_account,
    provider_account_id, payment_method, operator, country`;

const accountSql = (column: string): string =>
  `case when ${column} like 'clearing:%' then 'clearing' else ${column} end`;

/**
 * Counts a wallet's transfers after the last counted position, at most `limit`; returns how many. Positions have no gap
 * and follow the order of commits, so nothing can appear before a counted one. Charges and refunds are shown with the
 * charge's method. Money that came or was released after its attempt had ended changes an attempt that is counted
 * already: its hour is counted again.
 */
export async function countTransfers(
  tx: Transaction,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  limit: number,
): Promise<number> {
  const [row] = await tx.query<{ n: bigint }>({
    text: `
      with moved as materialized (
        select t.position, date_trunc('hour', t.created_at, 'UTC') as hour, t.currency, t.type, t.source_type,
          t.source_id, ${accountSql("t.from_account")} as from_account, ${accountSql("t.to_account")} as to_account,
          substring(t.from_account || ' ' || t.to_account from 'clearing:([0-9a-f-]{36})')::uuid as clearing_id, t.amount
        from ledger_transfers t
        where t.merchant_no = $1 and t.wallet_id = $2 and t.position > coalesce(
          (select position from report_wallets where merchant_no = $1 and wallet_id = $2), 0)
        order by t.position limit $3
      ),
      shown as materialized (
        select $1::int as merchant_no, $2::uuid as wallet_id, m.*, c.id as charge_id, c.late, c.payment_method,
          ${operatorSql} as operator, ${countrySql} as country,
          coalesce(m.clearing_id, c.provider_account_id) as provider_account_id
        from moved m
        left join lateral (
          select r.charge_id from refunds r where r.merchant_no = $1 and r.id = m.source_id and m.source_type = 'refund' offset 0
        ) refund on true
        left join lateral (
          select c.* from charges c where c.merchant_no = $1 and c.id =
            case m.source_type when 'charge' then m.source_id when 'refund' then refund.charge_id end offset 0
        ) c on true
      ),
      stale as (
        insert into report_stale_hours (merchant_no, hour)
        select distinct merchant_no, ${hourOfIdSql("charge_id")} from shown
        where late and source_type = 'charge' and type in ('CHARGE', 'RELEASE')
        on conflict do nothing
      ),
      sums as (
        insert into report_bookings (${dimensions}, n, amount)
        select ${dimensions}, count(*), sum(amount) from shown group by ${dimensions}
        on conflict (${dimensions}) do update set n = report_bookings.n + excluded.n,
          amount = report_bookings.amount + excluded.amount
      ),
      progress as (
        insert into report_wallets (merchant_no, wallet_id, position)
        select $1, $2, max(position) from moved having count(*) > 0
        on conflict (merchant_no, wallet_id) do update set position = excluded.position
      )
      select count(*) as n from moved`,
    values: [merchantNo, walletId, limit],
  });
  return Number(row?.n ?? 0n);
}
