import { readRow, selectList } from "../../../db/columns.ts";
import type { Queryable, Transaction } from "../../../db/database.ts";
import { noRestoreIsOpen } from "../../../db/open-restore.ts";
import { storedMerchantActor } from "../../../kit/actor.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { Charge } from "../types.ts";
import type { RefundStatus } from "./states.ts";
import type { Refund, RefundReason, RefundRoute } from "./types.ts";

type Columns = Omit<Refund, "createdBy"> & {
  readonly createdByKind: string | null;
  readonly createdBy: string | null;
};
const refundFields = [
  "merchantNo",
  "id",
  "chargeId",
  "paymentIntentId",
  "walletId",
  "status",
  "amount",
  "currency",
  "reason",
  "route",
  "note",
  "metadata",
  "sourceAccount",
  "scenario",
  "feeRefunded",
  "providerAccountId",
  "providerReference",
  "providerHandle",
  "providerTransactionId",
  "failureCode",
  "recipient",
  "accountNeeded",
  "reviewReason",
  "checkCount",
  "unknownSinceMs",
  "createdByKind",
  "createdBy",
  "version",
  "succeededAtMs",
  "failedAtMs",
  "cancelledAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof Columns)[];
const jsonFields: ReadonlySet<string> = new Set(["metadata"]);
const columns = selectList("r", refundFields);

type Row = Readonly<Record<string, unknown>>;
function readRefund(row: Row): Refund {
  const { createdByKind: kind, createdBy: id, ...rest } = readRow<Columns>(row, refundFields, jsonFields);
  return { ...rest, createdBy: kind === null || id === null ? null : storedMerchantActor(kind, id) };
}

export interface RefundToInsert {
  readonly id: Id<"refund">;
  readonly charge: Pick<
    Charge,
    "merchantNo" | "id" | "paymentIntentId" | "walletId" | "amount" | "currency" | "providerAccountId"
  >;
  readonly reason: RefundReason;
  /** Its id in the provider's own form; null: our reference is its id there. */
  readonly providerReference: string | null;
  readonly nowMs: number;
}

/** A refund of the whole charge, due at once. Its money is already in `held`, booked in the same transaction. */
export async function insertRefund(
  tx: Transaction,
  { id, charge, reason, providerReference, nowMs }: RefundToInsert,
): Promise<void> {
  await insertAnyRefund(tx, {
    id,
    charge,
    amount: charge.amount,
    reason,
    route: "ORIGINAL_RAIL",
    note: null,
    metadata: {},
    sourceAccount: "held",
    createdBy: null,
    providerReference,
    nowMs,
    dueAtMs: nowMs,
  });
}

export interface NewRefund extends RefundToInsert {
  /** Minor units, in the charge's currency. */
  readonly amount: bigint;
  readonly route: RefundRoute;
  readonly note: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly sourceAccount: Refund["sourceAccount"];
  readonly createdBy: Refund["createdBy"];
  /** The scenario of the provider simulator. */
  readonly scenario?: string | null;
  readonly dueAtMs: number;
}

/** PENDING until `dueAtMs`. The caller has locked the charge's guard and checked the amount. */
export async function insertAnyRefund(tx: Transaction, refund: NewRefund): Promise<Refund> {
  const { charge } = refund;
  const [row] = await tx.query<Row>({
    text: `
      insert into refunds as r (merchant_no, id, charge_id, payment_intent_id, wallet_id, status, amount, currency, reason,
        route, note, metadata, source_account, provider_account_id, next_check_at, created_at, updated_at,
        scenario, provider_reference, created_by_kind, created_by)
      values ($1, $2, $3, $4, $5, 'PENDING', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19)
      returning ${columns}`,
    values: [
      charge.merchantNo,
      refund.id,
      charge.id,
      charge.paymentIntentId,
      charge.walletId,
      refund.amount,
      charge.currency,
      refund.reason,
      refund.route,
      refund.note,
      JSON.stringify(refund.metadata),
      refund.sourceAccount,
      charge.providerAccountId,
      new Date(refund.dueAtMs),
      new Date(refund.nowMs),
      refund.scenario ?? null,
      refund.providerReference,
      refund.createdBy?.kind ?? null,
      refund.createdBy?.id ?? null,
    ],
  });
  if (row === undefined) throw new Error("an insert returns its row");
  return readRefund(row);
}

/** The merchant's refunds of these ids, in no order; ids of other merchants are not found. */
export async function readRefunds(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Refund[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from refunds r where r.merchant_no = $1 and r.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readRefund);
}

/** The refunds of these charges, oldest first. */
export async function readRefundsOfCharges(
  db: Queryable,
  merchantNo: MerchantNo,
  chargeIds: readonly string[],
): Promise<readonly Refund[]> {
  const rows = await db.query<Row>({
    text: `select ${columns} from refunds r where r.merchant_no = $1 and r.charge_id = any($2::uuid[]) order by r.id`,
    values: [merchantNo, chargeIds],
  });
  return rows.map(readRefund);
}

/** Leases due refunds for `leaseMs`: when a worker dies, its lease expires. */
export async function claimDueRefunds(
  db: Queryable,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly Refund[]> {
  const rows = await db.query<Row>({
    text: `
      update refunds r set next_check_at = $2, check_count = check_count + 1,
        status = case when status = 'PENDING' then 'PROCESSING' else status end,
        version = version + (status = 'PENDING')::int,
        updated_at = case when status = 'PENDING' then $1::timestamptz else updated_at end
      where (merchant_no, id) in (
        select merchant_no, id from refunds where next_check_at <= $1
          and (status <> 'PENDING' or ${noRestoreIsOpen}) order by next_check_at limit $3
        for update skip locked
      )
      returning ${columns}`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  });
  return rows.map(readRefund);
}

/**
 * Leases one refund that its provider may still say something about, whenever its next query is due: one in flight, or
 * one whose success may be taken back. Null for any other.
 */
export async function claimRefund(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"refund">,
  leaseUntilMs: number,
): Promise<Refund | null> {
  const [row] = await db.query<Row>({
    text: `update refunds r set next_check_at = $3, check_count = check_count + 1
      where merchant_no = $1 and id = $2 and status in ('PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED')
      returning ${columns}`,
    values: [merchantNo, id, new Date(leaseUntilMs)],
  });
  return row === undefined ? null : readRefund(row);
}

/**
 * Makes a refund due now, because its provider sent a callback. One that was given up is queried again, and so is one
 * that succeeded: it may have failed since. False: it has ended otherwise, or is due already.
 */
export async function checkRefundNow(
  db: Queryable,
  { merchantNo, id }: { readonly merchantNo: MerchantNo; readonly id: Id<"refund"> },
  nowMs: number,
): Promise<boolean> {
  const rows = await db.query({
    text: `update refunds set next_check_at = $3
      where merchant_no = $1 and id = $2 and status in ('PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED')
        and coalesce(next_check_at > $3, true)
      returning 1`,
    values: [merchantNo, id, new Date(nowMs)],
  });
  return rows.length > 0;
}

export interface RefundEnd {
  readonly status: RefundStatus;
  readonly route: RefundRoute;
  /** Minor units. */
  readonly feeRefunded: bigint;
  readonly providerTransactionId: string | null;
  readonly providerCode: string | null;
  readonly failureCode: FailureCode | null;
  readonly nextCheckAtMs: number | null;
  readonly unknownSinceMs: number | null;
  /** It waits until the merchant gives an account; not when absent. */
  readonly accountNeeded?: boolean;
  /** Sealed. Null leaves the stored value. */
  readonly providerHandle: Buffer | null;
}

/** Writes its outcome and returns its new state; null when it had ended before. */
export async function updateRefund(
  tx: Transaction,
  refund: Refund,
  end: RefundEnd,
  nowMs: number,
): Promise<Refund | null> {
  const [row] = await tx.query<Row>({
    text: `
      update refunds r set status = $3, provider_transaction_id = $4, provider_code = $5, failure_code = $6,
        next_check_at = $7, unknown_since = $8, route = $10, fee_refunded = $11,
        provider_handle = coalesce($12, provider_handle), account_needed = $13,
        -- Asking once more is no change that anybody sees.
        version = version + (status <> $3 or route <> $10 or account_needed <> $13)::int,
        updated_at = case when status <> $3 or route <> $10 or account_needed <> $13 then $9::timestamptz
          else updated_at end,
        succeeded_at = case when $3 = 'SUCCEEDED' then $9::timestamptz end,
        failed_at = case when $3 = 'FAILED' then $9::timestamptz end
      where merchant_no = $1 and id = $2 and status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
      returning ${columns}`,
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
      end.route,
      end.feeRefunded,
      end.providerHandle,
      end.accountNeeded ?? false,
    ],
  });
  return row === undefined ? null : readRefund(row);
}

/** The time of the next query about a refund that succeeded; null: none. */
export async function scheduleAfterSuccess(
  tx: Transaction,
  { merchantNo, id }: Pick<Refund, "merchantNo" | "id">,
  nextCheckAtMs: number | null,
): Promise<void> {
  await tx.query({
    text: `update refunds set next_check_at = $3 where merchant_no = $1 and id = $2 and status = 'SUCCEEDED'`,
    values: [merchantNo, id, nextCheckAtMs === null ? null : new Date(nextCheckAtMs)],
  });
}

export interface RefundReversal
  extends Pick<RefundEnd, "providerCode" | "failureCode" | "providerHandle">,
    Pick<Refund, "reviewReason"> {}

/**
 * A refund that succeeded, as FAILED; it keeps the time of its success. Null when it was reversed before.
 */
export async function reverseRefund(
  tx: Transaction,
  { merchantNo, id }: Pick<Refund, "merchantNo" | "id">,
  reversal: RefundReversal,
  nowMs: number,
): Promise<Refund | null> {
  const [row] = await tx.query<Row>({
    text: `
      update refunds r set status = 'FAILED', provider_code = $3, failure_code = $4, review_reason = $5,
        provider_handle = coalesce($6, provider_handle), fee_refunded = 0, next_check_at = null,
        version = version + 1, updated_at = $7, failed_at = $7
      where merchant_no = $1 and id = $2 and status = 'SUCCEEDED'
      returning ${columns}`,
    values: [
      merchantNo,
      id,
      reversal.providerCode,
      reversal.failureCode,
      reversal.reviewReason,
      reversal.providerHandle,
      new Date(nowMs),
    ],
  });
  return row === undefined ? null : readRefund(row);
}

/** The refund with the account that it waited for, due now; null when it does not wait for one. */
export async function giveRecipient(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"refund">,
  recipient: Buffer,
  nowMs: number,
): Promise<Refund | null> {
  const [row] = await tx.query<Row>({
    text: `update refunds r set recipient = $3, account_needed = false, next_check_at = $4, version = version + 1,
        updated_at = $4
      where merchant_no = $1 and id = $2 and account_needed and status in ('PROCESSING', 'IN_RECONCILIATION')
      returning ${columns}`,
    values: [merchantNo, id, recipient, new Date(nowMs)],
  });
  return row === undefined ? null : readRefund(row);
}

/** Whether the refund with this id at an account has ended without success; also when there is none. */
export async function isRefundOver(db: Queryable, accountId: string, ownId: string): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from refunds where provider_account_id = $1 and provider_reference = $2
      and status not in ('FAILED', 'CANCELLED')`,
    values: [accountId, ownId],
  });
  return rows.length === 0;
}

/** An operator has seen it. False: it waits for nobody. */
export async function closeRefundReview(
  tx: Transaction,
  { merchantNo, id }: Pick<Refund, "merchantNo" | "id">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update refunds set review_reason = null, version = version + 1, updated_at = $3
      where merchant_no = $1 and id = $2 and review_reason is not null returning 1`,
    values: [merchantNo, id, new Date(nowMs)],
  });
  return rows.length > 0;
}

/** The refund as CANCELLED; null when it is not PENDING, or not the merchant's to cancel. */
export async function cancelPendingRefund(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"refund">,
  nowMs: number,
): Promise<Refund | null> {
  const [row] = await tx.query<Row>({
    text: `
      update refunds r set status = 'CANCELLED', next_check_at = null, version = version + 1, updated_at = $3,
        cancelled_at = $3
      where merchant_no = $1 and id = $2 and status = 'PENDING' and source_account = 'reserved'
      returning ${columns}`,
    values: [merchantNo, id, new Date(nowMs)],
  });
  return row === undefined ? null : readRefund(row);
}
