import type { Queryable } from "../../db/database.ts";
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

const ofTenant = `webhook_endpoints e join merchant_numbers n using (merchant_no) join merchants m on m.id = n.merchant_id
  where m.tenant_id = $2 and n.mode = $3 and e.deleted_at is null`;

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
