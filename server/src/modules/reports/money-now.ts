import type { Queryable } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { MerchantNo } from "../../kit/ids.ts";

/** What wallets of one currency hold; minor units. */
export interface MoneyNow {
  readonly currency: CurrencyCode;
  readonly available: bigint;
  readonly pending: bigint;
  readonly held: bigint;
  readonly reserved: bigint;
  readonly inPayout: bigint;
}

/** The money of these merchants at this moment, by currency. A payout keeps its money reserved until it has ended. */
export function readMoneyNow(
  db: Queryable,
  merchantNos: readonly MerchantNo[],
): Promise<readonly MoneyNow[]> {
  return db.query<MoneyNow>({
    text: `
      select w.currency, sum(w.available)::bigint as available, sum(w.pending)::bigint as pending,
        sum(w.held)::bigint as held, sum(w.reserved)::bigint as reserved, sum(coalesce(b.amount, 0))::bigint as "inPayout"
      from wallets w left join lateral (
        select sum(case 'reserved' when b.to_account then b.amount when b.from_account then -b.amount else 0 end) as amount
        from report_bookings b
        where b.merchant_no = w.merchant_no and b.wallet_id = w.id and b.source_type = 'payout'
      ) b on true
      where w.merchant_no = any($1::int[]) group by w.currency order by w.currency`,
    values: [merchantNos],
  });
}
