import type { Queryable, Transaction } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { Charge } from "../types.ts";
import type { RefundStatus } from "./states.ts";

export type RefundReason = "REQUESTED_BY_PAYER" | "DUPLICATE" | "FRAUD" | "LATE_PAYMENT" | "OTHER";

export interface Refund {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"refund">;
  readonly chargeId: Id<"charge">;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly walletId: Id<"wallet">;
  readonly status: RefundStatus;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reason: RefundReason;
  readonly providerAccountId: string;
  readonly checkCount: number;
  readonly unknownSinceMs: number | null;
  readonly createdAtMs: number;
}

const columns = `merchant_no as "merchantNo", id, charge_id as "chargeId", payment_intent_id as "paymentIntentId",
  wallet_id as "walletId", status, amount, currency, reason, provider_account_id as "providerAccountId",
  check_count as "checkCount", unknown_since as "unknownSinceMs", created_at as "createdAtMs"`;

export interface RefundToInsert {
  readonly id: Id<"refund">;
  readonly charge: Charge;
  readonly reason: RefundReason;
  readonly nowMs: number;
}

/** A refund of the whole charge, due at once. Its money already waits in `held`, booked in the same transaction. */
export async function insertRefund(
  tx: Transaction,
  { id, charge, reason, nowMs }: RefundToInsert,
): Promise<void> {
  const now = new Date(nowMs);
  await tx.query({
    text: `
      insert into refunds (merchant_no, id, charge_id, payment_intent_id, wallet_id, status, amount, currency, reason,
        route, provider_account_id, next_check_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, 'PENDING', $6, $7, $8, 'ORIGINAL_RAIL', $9, $10, $10, $10)`,
    values: [
      charge.merchantNo,
      id,
      charge.id,
      charge.paymentIntentId,
      charge.walletId,
      charge.amount,
      charge.currency,
      reason,
      charge.providerAccountId,
      now,
    ],
  });
}

/** Takes refunds that are due, for `leaseMs`: a worker that dies gives them back by the clock. */
export function claimDueRefunds(
  db: Queryable,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly Refund[]> {
  return db.query<Refund>({
    text: `
      update refunds set next_check_at = $2, check_count = check_count + 1,
        status = case when status = 'PENDING' then 'PROCESSING' else status end, updated_at = $1
      where (merchant_no, id) in (
        select merchant_no, id from refunds where next_check_at <= $1 order by next_check_at limit $3
        for update skip locked
      )
      returning ${columns}`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  });
}

export interface RefundEnd {
  readonly status: RefundStatus;
  readonly providerTransactionId: string | null;
  readonly providerCode: string | null;
  readonly failureCode: FailureCode | null;
  readonly nextCheckAtMs: number | null;
  readonly unknownSinceMs: number | null;
}

/** Writes what became of it; false when it had ended before. */
export async function updateRefund(
  tx: Transaction,
  refund: Refund,
  end: RefundEnd,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `
      update refunds set status = $3, provider_transaction_id = $4, provider_code = $5, failure_code = $6,
        next_check_at = $7, unknown_since = $8, version = version + 1, updated_at = $9,
        succeeded_at = case when $3 = 'SUCCEEDED' then $9::timestamptz end,
        failed_at = case when $3 = 'FAILED' then $9::timestamptz end
      where merchant_no = $1 and id = $2 and status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
      returning 1`,
    values: [
      refund.merchantNo,
      refund.id,
      end.status,
      end.providerTransactionId,
      end.providerCode,
      end.failureCode,
      end.nextCheckAtMs === null ? null : new Date(end.nextCheckAtMs),
      end.unknownSinceMs === null ? null : new Date(end.unknownSinceMs),
      new Date(nowMs),
    ],
  });
  return rows.length > 0;
}
