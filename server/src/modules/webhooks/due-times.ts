import type { Queryable } from "../../db/database.ts";

export interface PullDeliveries {
  readonly nowMs: number;
  /** Later than now by more than clocks of two processes may differ. */
  readonly surelyLaterMs: number;
  /** The end of the longest lease. */
  readonly leaseEndsAtMs: number;
  readonly limit: number;
  /** Also those that were tried: reads all that waits for a later time. */
  readonly thorough: boolean;
}

/**
 * Makes deliveries due that a clock has put off which was ahead: those that were written later than now, and those that were
 * never tried and are held for longer than a lease. Returns how many.
 */
export async function pullDeliveries(db: Queryable, pull: PullDeliveries): Promise<number> {
  const { nowMs, surelyLaterMs, leaseEndsAtMs, limit, thorough } = pull;
  const rows = await db.query({
    text: `update webhook_deliveries d set next_attempt_at = $1
      where d.status = 'PENDING' and not d.leased and (d.merchant_no, d.endpoint_id, d.id) in (
        ${thorough ? WAITING : FRESH})
      returning 1`,
    values: [new Date(nowMs), new Date(surelyLaterMs), limit, ...(thorough ? [new Date(leaseEndsAtMs)] : [])],
  });
  return rows.length;
}

/** Found by the time at which they were written, of which the index knows what lies in the future: nothing, as a rule. */
const FRESH = `
  select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
   where o.created_at > $2 and o.status = 'PENDING' and not o.leased and o.next_attempt_at > $2
   limit $3 for update skip locked`;

/** Found by endpoint and due time. Of an ordered endpoint a delivery waits for its predecessor. */
const WAITING = `
  select own.merchant_no, own.endpoint_id, own.id
    from webhook_endpoints p
   cross join lateral (
     select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
      where o.endpoint_id = p.id and o.due_at > $2
        and (o.updated_at > $2 or (o.attempt_count = 0 and not o.ordered and o.due_at > $4))
      order by o.endpoint_id, o.due_at limit $3 for update skip locked) own
   where p.deleted_at is null
   limit $3`;
