import type { Queryable } from "../../db/database.ts";

export interface PullDeliveries {
  readonly nowMs: number;
  /** Later than now by more than the clocks of two processes may differ. */
  readonly surelyLaterMs: number;
  /** The end of the longest lease. */
  readonly leaseEndsAtMs: number;
  readonly limit: number;
  /** Also deliveries that were tried: reads everything that waits for a later time. */
  readonly thorough: boolean;
}

/**
 * Makes deliveries due that a clock which was ahead has postponed: those with a writing time in the future, and those
 * never tried but held for longer than a lease. Returns how many.
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

/** Found by their writing time; the index shows quickly that nothing lies in the future, as is normal. */
const FRESH = `
  select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
   where o.created_at > $2 and o.status = 'PENDING' and not o.leased and o.next_attempt_at > $2
   limit $3 for update skip locked`;

/** Found by endpoint and due time. A delivery of an ordered endpoint waits for its predecessor. */
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
