import type { Transaction } from "../../db/database.ts";
import { onceIn } from "../../db/once.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../kit/payment-terms.ts";

/** The owner of rows: they are never read or written without both. */
export interface RoutingScope {
  readonly tenantId: TenantId;
  readonly mode: Mode;
}

/** Null, or absent, matches anything. Amounts are minor units and need a currency. */
export interface NewRule extends RoutingScope {
  readonly priority: number;
  readonly method: PaymentMethod;
  readonly subTenantId: string;
  readonly currency?: CurrencyCode | null;
  readonly country?: string | null;
  readonly operator?: string | null;
  readonly amountMin?: bigint | null;
  readonly amountMax?: bigint | null;
  /** True when absent. */
  readonly enabled?: boolean;
}

/**
 * Serializes writers of one tenant's routing until the transaction ends, so that limits, orders and versions are
 * computed on stable rows.
 */
export async function lockRouting(tx: Transaction, tenantId: TenantId): Promise<void> {
  await onceIn(tx, `routing ${tenantId}`, () =>
    tx.query({ text: "select 1 from tenants where id = $1 for no key update", values: [tenantId] }),
  );
}

/** Returns false when the sub-tenant is not one of the tenant's. */
export async function insertRule(
  tx: Transaction,
  id: string,
  rule: NewRule,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into routing_rules (id, tenant_id, sub_tenant_id, mode, priority, method, currency, country,
             operator, amount_min, amount_max, enabled, created_at, updated_at)
           select $1, tenant_id, id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13
             from sub_tenants where tenant_id = $2 and id = $3
           returning 1`,
    values: [
      id,
      rule.tenantId,
      rule.subTenantId,
      rule.mode,
      rule.priority,
      rule.method,
      rule.currency ?? null,
      rule.country ?? null,
      rule.operator ?? null,
      rule.amountMin ?? null,
      rule.amountMax ?? null,
      rule.enabled ?? true,
      new Date(nowMs),
    ],
  });
  return rows.length === 1;
}

export interface NewBound extends RoutingScope {
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  readonly operator?: string | null;
  readonly country?: string | null;
  /** Minor units, like `max` and `step`. */
  readonly min: bigint;
  readonly max: bigint;
  readonly step?: bigint;
}

/** One row per method, operator, country and currency: a second one replaces the first and keeps its id. */
export async function upsertBound(
  tx: Transaction,
  id: string,
  bound: NewBound,
  nowMs: number,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>({
    text: `insert into amount_bounds (id, tenant_id, mode, method, operator, country, currency, min, max, step,
             created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
           on conflict (tenant_id, mode, method, operator, country, currency)
           do update set min = excluded.min, max = excluded.max, step = excluded.step,
             version = amount_bounds.version + 1, updated_at = excluded.updated_at
           returning id`,
    values: [
      id,
      bound.tenantId,
      bound.mode,
      bound.method,
      bound.operator ?? null,
      bound.country ?? null,
      bound.currency,
      bound.min,
      bound.max,
      bound.step ?? 1n,
      new Date(nowMs),
    ],
  });
  return row?.id ?? id;
}

export interface NewOutage extends RoutingScope {
  readonly method: PaymentMethod;
  readonly operator?: string | null;
  readonly country?: string | null;
  readonly status: "DEGRADED" | "CLOSED";
  /** Information for people. */
  readonly reason: string;
  readonly startsAtMs: number;
  readonly endsAtMs?: number | null;
}

export async function insertOutage(
  tx: Transaction,
  id: string,
  outage: NewOutage,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into outages (id, tenant_id, mode, method, operator, country, status, reason, starts_at, ends_at,
             created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [
      id,
      outage.tenantId,
      outage.mode,
      outage.method,
      outage.operator ?? null,
      outage.country ?? null,
      outage.status,
      outage.reason,
      new Date(outage.startsAtMs),
      outage.endsAtMs == null ? null : new Date(outage.endsAtMs),
      new Date(nowMs),
    ],
  });
}

/** Ends an open or announced outage; false when it has ended already or is not the tenant's. */
export async function endOutage(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update outages set ends_at = greatest($3, starts_at), version = version + 1, updated_at = $3
            where tenant_id = $1 and id = $2 and (ends_at is null or ends_at > $3) returning 1`,
    values: [tenantId, id, new Date(nowMs)],
  });
  return rows.length === 1;
}

export interface NewFee extends RoutingScope {
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
  /** Minor units, like `minimum` and `maximum`. */
  readonly fixed?: bigint;
  readonly minimum?: bigint;
  readonly maximum?: bigint | null;
  readonly settlementDelaySeconds?: number;
}

/** The next version of the schedule of a method and currency: it applies to payments that begin from now on. */
export async function insertFee(tx: Transaction, id: string, fee: NewFee, nowMs: number): Promise<number> {
  const [row] = await tx.query<{ version: number }>({
    text: `insert into fee_schedules (id, tenant_id, mode, method, currency, basis_points, fixed, minimum, maximum,
             settlement_delay_seconds, effective_from, version)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce(max(version), 0) + 1
             from fee_schedules where tenant_id = $2 and mode = $3 and method = $4 and currency = $5
           returning version`,
    values: [
      id,
      fee.tenantId,
      fee.mode,
      fee.method,
      fee.currency,
      fee.basisPoints,
      fee.fixed ?? 0n,
      fee.minimum ?? 0n,
      fee.maximum ?? null,
      fee.settlementDelaySeconds ?? 0,
      new Date(nowMs),
    ],
  });
  if (row === undefined) throw new Error("an aggregate gives one row");
  return row.version;
}
