import type { Queryable } from "../../../db/database.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";

export interface CheckKey {
  readonly merchantNo: MerchantNo;
  readonly chargeId: Id<"charge">;
  readonly sessionId: Id<"checkoutSession">;
}

export interface DueCheck extends CheckKey {
  /** Number of queries, including this one. */
  readonly checkCount: number;
}

/** Leases charges to query, for `leaseMs`: when a resolver dies, its lease expires. */
export function claimDueChecks(
  db: Queryable,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly DueCheck[]> {
  return db.query<DueCheck>({
    text: `
      update charge_checks set next_check_at = $2, check_count = check_count + 1
      where (merchant_no, charge_id) in (
        select merchant_no, charge_id from charge_checks where next_check_at <= $1 order by next_check_at limit $3
        for update skip locked
      )
      returning merchant_no as "merchantNo", charge_id as "chargeId", session_id as "sessionId", check_count as "checkCount"`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  });
}

export async function scheduleCheck(db: Queryable, check: CheckKey, atMs: number): Promise<void> {
  await db.query({
    text: "update charge_checks set next_check_at = $3 where merchant_no = $1 and charge_id = $2",
    values: [check.merchantNo, check.chargeId, new Date(atMs)],
  });
}

/** Brings the next query about these charges forward. One that an operator decides about, or that has ended, has none. */
export async function checkNow(
  db: Queryable,
  merchantNo: MerchantNo,
  chargeIds: readonly Id<"charge">[],
  atMs: number,
): Promise<void> {
  await db.query({
    text: `update charge_checks set next_check_at = $3
      where merchant_no = $1 and charge_id = any($2::uuid[]) and next_check_at > $3 and next_check_at < 'infinity'`,
    values: [merchantNo, chargeIds, new Date(atMs)],
  });
}

/** Queries have ended, and an operator decides: the row stays, in the list of open charges, until the charge ends. */
export async function giveUpCheck(db: Queryable, check: CheckKey): Promise<void> {
  await db.query({
    text: "update charge_checks set next_check_at = 'infinity' where merchant_no = $1 and charge_id = $2",
    values: [check.merchantNo, check.chargeId],
  });
}

/** Schedules a query about a charge that is no longer queried; one with a scheduled query keeps its time. */
export async function addCheck(db: Queryable, check: CheckKey, atMs: number): Promise<void> {
  await db.query({
    text: `insert into charge_checks (merchant_no, charge_id, session_id, next_check_at) values ($1, $2, $3, $4)
      on conflict (merchant_no, charge_id) do nothing`,
    values: [check.merchantNo, check.chargeId, check.sessionId, new Date(atMs)],
  });
}

export async function dropCheck(db: Queryable, check: CheckKey): Promise<void> {
  await db.query({
    text: "delete from charge_checks where merchant_no = $1 and charge_id = $2",
    values: [check.merchantNo, check.chargeId],
  });
}
