import type { Queryable, Transaction } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";

export interface RuleRow {
  readonly id: Id<"routingRule">;
  readonly mode: Mode;
  /** Lower comes first. */
  readonly priority: number;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode | null;
  readonly country: string | null;
  readonly operator: string | null;
  /** Minor units, both ends included. */
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  readonly subTenantId: Id<"subTenant">;
  readonly enabled: boolean;
  /** Accounts of its sub-tenant that can take its payments: enabled, of this mode and method, the sub-tenant active. */
  readonly accountCount: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const columns = `id, mode, priority, method, currency, country, operator, amount_min as "amountMin",
  amount_max as "amountMax", sub_tenant_id as "subTenantId", enabled, version,
  (select count(*)::int from provider_accounts a join sub_tenants s on s.id = a.sub_tenant_id
    where a.tenant_id = r.tenant_id and a.sub_tenant_id = r.sub_tenant_id and a.mode = r.mode
      and a.status = 'ENABLED' and s.status = 'ACTIVE' and r.method = any (a.methods)) as "accountCount", created_at as "createdAtMs",
  updated_at as "updatedAtMs"`;

/** In the order of evaluation; sandbox after live when both are requested. */
export function readRules(db: Queryable, tenantId: TenantId, mode: Mode | null): Promise<readonly RuleRow[]> {
  return db.query<RuleRow>({
    text: `select ${columns} from routing_rules r where tenant_id = $1 and ($2::text is null or mode = $2)
            order by mode, priority, id`,
    values: [tenantId, mode],
  });
}

export async function findRule(db: Queryable, tenantId: TenantId, id: string): Promise<RuleRow | null> {
  const [row] = await db.query<RuleRow>({
    text: `select ${columns} from routing_rules r where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  });
  return row ?? null;
}

/**
 * Writes the fields that operators change, as the next version. Writers of a tenant are serialized by `lockRouting`.
 */
export async function writeRule(tx: Transaction, tenantId: TenantId, row: RuleRow): Promise<void> {
  await tx.query({
    text: `update routing_rules set priority = $3, method = $4, currency = $5, country = $6, operator = $7,
             amount_min = $8, amount_max = $9, sub_tenant_id = $10, enabled = $11, version = $12, updated_at = $13
            where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      row.id,
      row.priority,
      row.method,
      row.currency,
      row.country,
      row.operator,
      row.amountMin,
      row.amountMax,
      row.subTenantId,
      row.enabled,
      row.version,
      new Date(row.updatedAtMs),
    ],
  });
}

export async function deleteRule(tx: Transaction, tenantId: TenantId, id: string): Promise<void> {
  await tx.query({
    text: "delete from routing_rules where tenant_id = $1 and id = $2",
    values: [tenantId, id],
  });
}
