import type { Queryable, Transaction } from "../db/database.ts";
import { assert } from "../kit/errors.ts";
import type { MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Mode } from "../kit/payment-terms.ts";

/** A demonstration and how far it is made. */
export interface Demonstration {
  readonly tenantId: TenantId;
  /** Null until its merchant is made. */
  readonly merchantId: MerchantId | null;
  readonly beginsAtMs: number;
  readonly endsAtMs: number;
  readonly payments: number;
  readonly partsBegun: number;
  readonly isFinished: boolean;
}

/** The tenant's demonstration; null for a sandbox that was made without one. */
export async function findDemonstration(db: Queryable, tenantId: TenantId): Promise<Demonstration | null> {
  const [row] = await db.query<Demonstration>({
    text: `select tenant_id as "tenantId", merchant_id as "merchantId", begins_at as "beginsAtMs", ends_at as "endsAtMs",
        payments, parts_begun as "partsBegun", finished_at is not null as "isFinished"
      from demonstrations where tenant_id = $1`,
    values: [tenantId],
  });
  return row ?? null;
}

/** Writes which merchant it is, in the transaction that makes the merchant. */
export async function writeMerchant(
  tx: Transaction,
  tenantId: TenantId,
  merchantId: MerchantId,
): Promise<void> {
  await tx.query({
    text: "update demonstrations set merchant_id = $2 where tenant_id = $1",
    values: [tenantId, merchantId],
  });
}

/**
 * Claims a part before it is played. False when it was begun before: then nobody plays it again, so that a process that
 * dies leaves out the rest of one part, and makes nothing twice.
 */
export async function claimPart(db: Queryable, tenantId: TenantId, part: number): Promise<boolean> {
  const claimed = await db.query({
    text: `update demonstrations set parts_begun = $2 + 1 where tenant_id = $1 and parts_begun = $2
      and finished_at is null returning tenant_id`,
    values: [tenantId, part],
  });
  return claimed.length === 1;
}

/** Whether a payment, refund or payout of this merchant has no end yet that comes by itself. */
export async function isUnderWay(db: Queryable, merchantNo: MerchantNo): Promise<boolean> {
  const [row] = await db.query<{ isUnderWay: boolean }>({
    text: `select exists (select 1 from charges where merchant_no = $1 and status in ('PROCESSING', 'IN_RECONCILIATION'))
      or exists (select 1 from refunds where merchant_no = $1 and status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION'))
      or exists (select 1 from payouts where merchant_no = $1
        and status in ('PENDING', 'QUEUED', 'PROCESSING', 'IN_RECONCILIATION')) as "isUnderWay"`,
    values: [merchantNo],
  });
  return row?.isUnderWay === true;
}

export async function writeFinished(tx: Transaction, tenantId: TenantId, nowMs: number): Promise<void> {
  await tx.query({
    text: "update demonstrations set finished_at = $2 where tenant_id = $1",
    values: [tenantId, new Date(nowMs)],
  });
}

const numberOf = async (db: Queryable, merchantId: MerchantId, mode: Mode): Promise<MerchantNo> => {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = $2`,
    values: [merchantId, mode],
  });
  assert(row !== undefined, "a merchant has a number in each mode");
  return row.merchantNo;
};
export const findSandboxNumber = (db: Queryable, merchantId: MerchantId): Promise<MerchantNo> =>
  numberOf(db, merchantId, "SANDBOX");
export const findLiveNumber = (db: Queryable, merchantId: MerchantId): Promise<MerchantNo> =>
  numberOf(db, merchantId, "LIVE");
