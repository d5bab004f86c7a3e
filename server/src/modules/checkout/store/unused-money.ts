import type { Queryable } from "../../../db/database.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { UnusedMoney } from "../../../kit/payer-pages.ts";
import { type Charge, readFields } from "../../payments/index.ts";

/** What arrived for an attempt that it did not pay, and where it is now. */
export interface UnusedCharge extends Pick<Charge, "paymentMethod" | "methodDetails"> {
  /** What arrived, in minor units. */
  readonly amount: bigint;
  readonly state: UnusedMoney;
}

interface Columns extends Omit<UnusedCharge, "state">, Pick<Charge, "amountRefunded" | "reviewReason"> {
  /** Its refund has not ended. */
  readonly isReturning: boolean;
}

const fields = [
  "paymentMethod",
  "methodDetails",
  "amount",
  "amountRefunded",
  "reviewReason",
  "isReturning",
] as const satisfies readonly (keyof Columns)[];

/**
 * Which of these charges have money that arrived and paid nothing, oldest first: by the primary key, and by the index of
 * refunds that are under way. What an operator left to the merchant is not among them.
 */
export async function readUnusedMoney(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly Id<"charge">[],
): Promise<readonly UnusedCharge[]> {
  const rows = await db.query<Readonly<Record<string, unknown>>>({
    text: `
      select c.payment_method as "paymentMethod", c.method_details as "methodDetails",
        coalesce(c.amount_confirmed, c.amount) as amount, c.amount_refunded as "amountRefunded",
        c.review_reason as "reviewReason",
        exists (
          select from refunds r where r.merchant_no = c.merchant_no and r.charge_id = c.id and r.source_account = 'held'
            and r.status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
        ) as "isReturning"
      from charges c
      where c.merchant_no = $1 and c.id = any($2::uuid[]) and not c.pays
        and (c.status = 'SUCCEEDED' or c.amount_confirmed is not null)
      order by c.id`,
    values: [merchantNo, ids],
  });
  return rows.flatMap((row) => {
    const { amountRefunded, reviewReason, isReturning, ...charge } = readFields<Columns>(row, fields);
    const state = stateOf({ ...charge, amountRefunded, reviewReason, isReturning });
    return state === null ? [] : [{ ...charge, state }];
  });
}

function stateOf({ amount, amountRefunded, reviewReason, isReturning }: Columns): UnusedMoney | null {
  if (amountRefunded >= amount) return "RETURNED";
  if (reviewReason !== null) return "HELD";
  return isReturning ? "RETURNING" : null;
}
