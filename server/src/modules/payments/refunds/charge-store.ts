import { selectList } from "../../../db/columns.ts";
import type { Queryable, Transaction } from "../../../db/database.ts";
import type { Id, MerchantNo, TenantId } from "../../../kit/ids.ts";
import { chargeFields, readCharge } from "../rows.ts";
import type { Charge } from "../types.ts";
import type { FeePolicy, Refund } from "./types.ts";

type Row = Readonly<Record<string, unknown>>;

/** A charge whose guard is locked, and the number of the event that this transaction must write. */
export interface GuardedCharge {
  readonly charge: Charge;
  readonly sequence: number;
}

/**
 * Locks the guard of a charge (its session, or the row that replaces it), then the charge, in the usual order. Raises
 * the guard's version, so that a decision on the earlier state must be made again, and its event number by one. Null
 * when there is no such charge.
 */
export async function guardCharge(
  tx: Transaction,
  merchantNo: MerchantNo,
  chargeId: Id<"charge">,
  nowMs: number,
): Promise<GuardedCharge | null> {
  const values = [merchantNo, chargeId, new Date(nowMs)];
  const [guard] = await tx.query<{ sequence: number }>({
    text: `
      update checkout_sessions s set event_sequence = event_sequence + 1, version = version + 1, updated_at = $3
      from (select session_id from charges where merchant_no = $1 and id = $2) c
      where s.merchant_no = $1 and s.id = c.session_id
      returning s.event_sequence as sequence`,
    values,
  });
  if (guard === undefined) return null;
  const [row] = await tx.query<Row>({
    text: `select ${selectList("c", chargeFields)} from charges c where c.merchant_no = $1 and c.id = $2 for update`,
    values: [merchantNo, chargeId],
  });
  if (row === undefined) throw new Error("a charge is never removed");
  return { charge: readCharge(row), sequence: guard.sequence };
}

/**
 * Sum of the charge's refunds that have not failed or been cancelled, in minor units. The caller has locked the guard.
 */
export async function sumOfRefunds(
  tx: Transaction,
  merchantNo: MerchantNo,
  chargeId: Id<"charge">,
): Promise<bigint> {
  const [row] = await tx.query<{ spent: bigint }>({
    text: `select coalesce(sum(amount), 0)::bigint as spent from refunds
      where merchant_no = $1 and charge_id = $2 and status not in ('FAILED', 'CANCELLED')`,
    values: [merchantNo, chargeId],
  });
  return row?.spent ?? 0n;
}

/** Whether an operator gave the merchant the held money of this charge. */
export async function wasReleased(
  tx: Transaction,
  merchantNo: MerchantNo,
  chargeId: Id<"charge">,
): Promise<boolean> {
  const rows = await tx.query({
    text: `select 1 from money_decisions
      where merchant_no = $1 and subject_id = $2 and kind = 'RELEASE' and status = 'DONE'`,
    values: [merchantNo, chargeId],
  });
  return rows.length > 0;
}

/**
 * Adds a refund to the refunded totals of its charge and of the intent that the charge pays. Late and double money
 * never paid the intent, which is then unchanged. Returns the new state of the charge.
 */
export async function addRefunded(tx: Transaction, refund: Refund, nowMs: number): Promise<Charge> {
  const values = [refund.merchantNo, refund.chargeId, refund.amount, new Date(nowMs)];
  const [row] = await tx.query<Row>({
    text: `
      update charges c set amount_refunded = amount_refunded + $3, version = version + 1, updated_at = $4
      where merchant_no = $1 and id = $2 and amount_refunded + $3 <= coalesce(amount_confirmed, amount)
      returning ${selectList("c", chargeFields)}`,
    values,
  });
  if (row === undefined) throw new Error("a refund never exceeds its charge");
  const charge = readCharge(row);
  if (charge.pays) {
    await tx.query({
      text: `update payment_intents set amount_refunded = amount_refunded + $3, version = version + 1, updated_at = $4
        where merchant_no = $1 and id = $2`,
      values: [refund.merchantNo, refund.paymentIntentId, refund.amount, new Date(nowMs)],
    });
  }
  return charge;
}

/** Takes a refund that failed after all out of the refunded totals. Returns the new state of the charge. */
export async function subtractRefunded(tx: Transaction, refund: Refund, nowMs: number): Promise<Charge> {
  const values = [refund.merchantNo, refund.chargeId, refund.amount, new Date(nowMs)];
  const [row] = await tx.query<Row>({
    text: `
      update charges c set amount_refunded = amount_refunded - $3, version = version + 1, updated_at = $4
      where merchant_no = $1 and id = $2 and amount_refunded >= $3
      returning ${selectList("c", chargeFields)}`,
    values,
  });
  if (row === undefined) throw new Error("a refund that succeeded is in the total of its charge");
  const charge = readCharge(row);
  if (charge.pays) {
    await tx.query({
      text: `update payment_intents set amount_refunded = amount_refunded - $3, version = version + 1, updated_at = $4
        where merchant_no = $1 and id = $2`,
      values: [refund.merchantNo, refund.paymentIntentId, refund.amount, new Date(nowMs)],
    });
  }
  return charge;
}

/** Sum of the fees that were returned with refunds of the charge, in minor units. The caller has locked the guard. */
export async function sumOfFeesReturned(
  tx: Transaction,
  merchantNo: MerchantNo,
  chargeId: Id<"charge">,
): Promise<bigint> {
  const [row] = await tx.query<{ returned: bigint }>({
    text: `select coalesce(sum(fee_refunded), 0)::bigint as returned from refunds
      where merchant_no = $1 and charge_id = $2`,
    values: [merchantNo, chargeId],
  });
  return row?.returned ?? 0n;
}

/**
 * Late or double money that could not be refunded stays held, and the charge records that an operator must decide.
 * Session first; there is no event.
 */
export async function holdForReview(tx: Transaction, refund: Refund, nowMs: number): Promise<void> {
  const values = [refund.merchantNo, refund.chargeId, new Date(nowMs)];
  await tx.query({
    text: `
      update checkout_sessions s set version = version + 1, updated_at = $3
      from (select session_id from charges where merchant_no = $1 and id = $2) c
      where s.merchant_no = $1 and s.id = c.session_id`,
    values,
  });
  await tx.query({
    text: `update charges set review_reason = 'REFUND_FAILED', version = version + 1, updated_at = $3
      where merchant_no = $1 and id = $2`,
    values,
  });
}

/** What the merchant's tenant does with the fees of refunded charges. */
export async function readFeePolicy(tx: Transaction, merchantNo: MerchantNo): Promise<FeePolicy> {
  const [row] = await tx.query<{ policy: FeePolicy }>({
    text: `
      select t.refund_fee_policy as policy from merchant_numbers n
      join merchants m on m.id = n.merchant_id join tenants t on t.id = m.tenant_id
      where n.merchant_no = $1`,
    values: [merchantNo],
  });
  return row?.policy ?? "KEEP";
}

/** The policy of an existing tenant. */
export async function readTenantFeePolicy(db: Queryable, tenantId: TenantId): Promise<FeePolicy> {
  const [row] = await db.query<{ policy: FeePolicy }>({
    text: "select refund_fee_policy as policy from tenants where id = $1",
    values: [tenantId],
  });
  if (row === undefined) throw new Error("a tenant of ours exists");
  return row.policy;
}

/** Returns the previous policy; null when there is no such tenant. */
export async function updateFeePolicy(
  tx: Transaction,
  tenantId: TenantId,
  policy: FeePolicy,
): Promise<FeePolicy | null> {
  const [row] = await tx.query<{ policy: FeePolicy }>({
    text: `
      update tenants t set refund_fee_policy = $2 from (select id, refund_fee_policy from tenants where id = $1 for update) b
      where t.id = b.id returning b.refund_fee_policy as policy`,
    values: [tenantId, policy],
  });
  return row?.policy ?? null;
}
