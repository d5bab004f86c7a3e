import type { Queryable, Transaction } from "../../db/database.ts";
import { PING } from "./events.ts";
import type { DueEndpoint } from "./fair-share.ts";
import { HELD_UNVERIFIED_MS_MAX } from "./rules.ts";
import type { EndpointKey } from "./store.ts";

/**
 * Cancels deliveries that have been held too long for endpoints that are not verified, a bounded number at a time. Returns how
 * many.
 */
export async function cancelOverheld(
  db: Queryable,
  endpoints: readonly EndpointKey[],
  limit: number,
  nowMs: number,
): Promise<number> {
  const rows = await db.query({
    text: `update webhook_deliveries d
         set status = 'CANCELLED', next_attempt_at = null, last_error = 'ENDPOINT_UNVERIFIED',
             version = d.version + 1, updated_at = $4
        from (select own.merchant_no, own.endpoint_id, own.id
                from unnest($1::int[], $2::uuid[]) as endpoint (merchant_no, id)
                join webhook_endpoints p on p.merchant_no = endpoint.merchant_no and p.id = endpoint.id
                 and p.proved_at is null
               cross join lateral (
                 select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
                  where o.endpoint_id = endpoint.id and o.due_at <= $5 and o.event_type <> '${PING}'
                  order by o.endpoint_id, o.due_at limit $3 for update skip locked) own
               where own.merchant_no = endpoint.merchant_no limit $3) own
       where d.merchant_no = own.merchant_no and d.endpoint_id = own.endpoint_id and d.id = own.id
         and d.status = 'PENDING'
      returning 1`,
    values: [
      endpoints.map(({ merchantNo }) => merchantNo),
      endpoints.map(({ id }) => id),
      limit,
      new Date(nowMs),
      new Date(nowMs - HELD_UNVERIFIED_MS_MAX),
    ],
  });
  return rows.length;
}

/**
 * Cancels the pending pings of an endpoint whose address was replaced: they would be sent to the new address without counting in its
 * budget. Locked rows are skipped, because the transaction that holds one may be waiting for the endpoint's row, which the
 * caller has locked.
 */
export async function cancelPings(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update webhook_deliveries d
         set status = 'CANCELLED', next_attempt_at = null, last_error = 'ENDPOINT_MOVED', version = d.version + 1,
             updated_at = $3
        from (select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
               where o.merchant_no = $1 and o.endpoint_id = $2 and o.due_at is not null and o.event_type = '${PING}'
                 for update skip locked) own
       where d.merchant_no = own.merchant_no and d.endpoint_id = own.endpoint_id and d.id = own.id`,
    values: [merchantNo, id, new Date(nowMs)],
  });
}

/**
 * Cancels pending deliveries of disabled endpoints, a bounded number at a time. Those whose time lies between now and
 * the end of the longest lease may be in flight: they are left until then. Returns how many.
 */
export async function cancelDeliveries(
  db: Queryable,
  endpoints: readonly DueEndpoint[],
  limit: number,
  nowMs: number,
  leaseEndsAtMs: number,
): Promise<number> {
  const rows = await db.query({
    text: `update webhook_deliveries d
         set status = 'CANCELLED', next_attempt_at = null, last_error = 'ENDPOINT_DISABLED',
             version = d.version + 1, updated_at = $4
        from (select own.merchant_no, own.endpoint_id, own.id
                from unnest($1::int[], $2::uuid[]) as endpoint (merchant_no, id)
               cross join lateral (
                 select o.merchant_no, o.endpoint_id, o.id from webhook_deliveries o
                  where o.endpoint_id = endpoint.id
                    and (o.due_at <= $4 or o.due_at > $5)
                  order by o.endpoint_id, o.due_at limit $3 for update skip locked) own
               where own.merchant_no = endpoint.merchant_no limit $3) own
       where d.merchant_no = own.merchant_no and d.endpoint_id = own.endpoint_id and d.id = own.id
         and d.status = 'PENDING'
      returning 1`,
    values: [
      endpoints.map(({ merchantNo }) => merchantNo),
      endpoints.map(({ endpointId }) => endpointId),
      limit,
      new Date(nowMs),
      new Date(leaseEndsAtMs),
    ],
  });
  return rows.length;
}
