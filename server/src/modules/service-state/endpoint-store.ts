import type { Queryable } from "../../db/database.ts";
import { DAY_MS, uuidFloor } from "../../db/list-days.ts";
import type { Id, MerchantId, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { type EndpointState, endpointStateSql } from "../webhooks/index.ts";

/** An endpoint that refuses or does not answer. */
export interface FailingEndpoint {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly mode: Mode;
  readonly id: Id<"webhookEndpoint">;
  readonly failingSinceMs: number;
}

/** The endpoints `e` of a tenant's merchants in a mode: the parameters of these two. */
const ofTenantAt = (
  tenant: string,
  mode: string,
) => `webhook_endpoints e join merchant_numbers n on n.merchant_no = e.merchant_no
  join merchants m on m.id = n.merchant_id
  where m.tenant_id = ${tenant} and n.mode = ${mode} and e.deleted_at is null`;
const ofTenant = ofTenantAt("$2", "$3");

/** How many endpoints of a tenant's merchants are in each state. */
export async function countEndpointStates(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  nowMs: number,
): Promise<ReadonlyMap<EndpointState, number>> {
  const rows = await db.query<{ state: EndpointState; count: number }>({
    text: `select ${endpointStateSql} as state, count(*)::int as count from ${ofTenant} group by 1`,
    values: [new Date(nowMs), tenantId, mode],
  });
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Endpoints that fail, paused ones included, the longest failing first, at most `limit`. */
export function readFailingEndpoints(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  nowMs: number,
  limit: number,
): Promise<readonly FailingEndpoint[]> {
  return db.query<FailingEndpoint>({
    text: `select m.id as "merchantId", m.display_name as "merchantName", n.mode, e.id, e.failing_since as "failingSinceMs"
             from ${ofTenant} and e.failing_since is not null and ${endpointStateSql} in ('failing', 'paused')
            order by e.failing_since, e.id limit $4`,
    values: [new Date(nowMs), tenantId, mode, limit],
  });
}

/**
 * How many endpoints, in each of the last `days` times 24 hours, the oldest first, did not accept an event of that time, or
 * have failed since. Not counted are endpoints that the merchant has switched off, because it did not want the events.
 *
 * One probe of the partial index of what was not accepted finds the endpoints that have missed anything; these alone have
 * one more for each day. So the cost does not depend on the number of deliveries.
 */
export async function countFailingByDay(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  nowMs: number,
  days: number,
): Promise<readonly number[]> {
  const startsMs = Array.from({ length: days }, (_, place) => nowMs - (days - place) * DAY_MS);
  const missed = (from: string, until: string) => `exists (
    select from webhook_deliveries d
    where d.merchant_no = e.merchant_no and d.endpoint_id = e.id and d.unaccepted
      and d.event_id >= ${from} and d.event_id < ${until} and d.event_type <> 'endpoint.ping'
    -- It stays a probe: without this the planner may read everything that was not accepted once, into a hash.
    offset 0)`;
  const rows = await db.query<{ readonly place: number; readonly count: number }>({
    text: `
      with concerned as materialized (
        select e.merchant_no, e.id, case when e.status = 'ACTIVE' then e.failing_since end as failing_since
        from ${ofTenantAt("$1", "$2")} and e.disabled_reason is distinct from 'REQUESTED'
          and ((e.status = 'ACTIVE' and e.failing_since is not null) or ${missed("$3", "$4")})
      )
      select w.place::int, count(*)::int as count
      from unnest($5::uuid[], $6::uuid[], $7::timestamptz[]) with ordinality as w ("from", "until", ends, place)
      join concerned e on e.failing_since <= w.ends or ${missed(`w."from"`, `w."until"`)}
      group by 1`,
    values: [
      tenantId,
      mode,
      uuidFloor(nowMs - days * DAY_MS),
      uuidFloor(nowMs),
      startsMs.map(uuidFloor),
      startsMs.map((ms) => uuidFloor(ms + DAY_MS)),
      startsMs.map((ms) => new Date(ms + DAY_MS)),
    ],
  });
  const counts = new Map(rows.map(({ place, count }) => [place, count]));
  return startsMs.map((_, place) => counts.get(place + 1) ?? 0);
}
