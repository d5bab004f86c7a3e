import type { Queryable, Transaction } from "../../../db/database.ts";
import type { Id, TenantId } from "../../../kit/ids.ts";

export interface SubTenant {
  readonly id: Id<"subTenant">;
  readonly name: string;
  readonly status: "ACTIVE" | "DISABLED";
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const columns = `id, name, status, version, created_at as "createdAtMs", updated_at as "updatedAtMs"`;

/** Sub-tenants of the tenant; ids of other tenants are not found. */
export function readSubTenants(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly SubTenant[]> {
  return db.query<SubTenant>({
    text: `select ${columns} from sub_tenants where tenant_id = $1 and id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

export async function lockSubTenant(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<SubTenant | null> {
  const [row] = await tx.query<SubTenant>({
    text: `select ${columns} from sub_tenants where tenant_id = $1 and id = $2 for no key update`,
    values: [tenantId, id],
  });
  return row ?? null;
}

/** Writes the fields that operators change, as the next version. */
export async function writeSubTenant(tx: Transaction, tenantId: TenantId, row: SubTenant): Promise<void> {
  await tx.query({
    text: `update sub_tenants set name = $3, status = $4, version = $5, updated_at = $6
            where tenant_id = $1 and id = $2`,
    values: [tenantId, row.id, row.name, row.status, row.version, new Date(row.updatedAtMs)],
  });
}

/** Whether its accounts can take real money once it is ACTIVE, including disabled accounts. */
export async function hasLiveAccount(tx: Transaction, tenantId: TenantId, id: string): Promise<boolean> {
  const rows = await tx.query({
    text: "select 1 from provider_accounts where tenant_id = $1 and sub_tenant_id = $2 and mode = 'LIVE' limit 1",
    values: [tenantId, id],
  });
  return rows.length > 0;
}
