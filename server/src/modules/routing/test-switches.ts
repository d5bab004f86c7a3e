import type { Transaction } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import type { TenantId } from "../../kit/ids.ts";
import { ROUTING_CHANGED } from "./store.ts";
import { endOutage, insertOutage, type NewOutage } from "./table-store.ts";

/** Rows of routing as another instance of the service leaves them: changed and announced, not through this one. */
const switches = {
  account:
    "update provider_accounts set status = case when $2 then 'ENABLED' else 'DISABLED' end where id = $1",
  subTenant: "update sub_tenants set status = case when $2 then 'ACTIVE' else 'DISABLED' end where id = $1",
  rule: "update routing_rules set enabled = $2 where id = $1",
};

export async function turn(
  tx: Transaction,
  what: keyof typeof switches,
  id: string,
  isOn: boolean,
): Promise<void> {
  const rows = await tx.query<{ tenantId: string }>({
    text: `${switches[what]} returning tenant_id as "tenantId"`,
    values: [id, isOn],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no ${what} ${id}`);
  await notify(tx, ROUTING_CHANGED, row.tenantId);
}

export async function beginOutage(
  tx: Transaction,
  id: string,
  outage: NewOutage,
  nowMs: number,
): Promise<void> {
  await insertOutage(tx, id, outage, nowMs);
  await notify(tx, ROUTING_CHANGED, outage.tenantId);
}

export async function finishOutage(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const ended = await endOutage(tx, tenantId, id, nowMs);
  if (ended) await notify(tx, ROUTING_CHANGED, tenantId);
  return ended;
}
