import type { Queryable, Transaction } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";

export interface BoundRow {
  readonly id: Id<"amountBound">;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly currency: CurrencyCode;
  /** Minor units, like `max` and `step`. */
  readonly min: bigint;
  readonly max: bigint;
  readonly step: bigint;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const boundColumns = `id, mode, method, operator, country, currency, min, max, step, version,
  created_at as "createdAtMs", updated_at as "updatedAtMs"`;

export function readBounds(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly BoundRow[]> {
  return db.query<BoundRow>({
    text: `select ${boundColumns} from amount_bounds where tenant_id = $1 and id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

/** The row of exactly this combination, or null. */
export async function findBound(
  db: Queryable,
  tenantId: TenantId,
  of: Pick<BoundRow, "mode" | "method" | "operator" | "country" | "currency">,
): Promise<BoundRow | null> {
  const [row] = await db.query<BoundRow>({
    text: `select ${boundColumns} from amount_bounds where tenant_id = $1 and mode = $2 and method = $3
             and currency = $4 and operator is not distinct from $5 and country is not distinct from $6`,
    values: [tenantId, of.mode, of.method, of.currency, of.operator, of.country],
  });
  return row ?? null;
}

export async function deleteBound(tx: Transaction, tenantId: TenantId, id: string): Promise<void> {
  await tx.query({
    text: "delete from amount_bounds where tenant_id = $1 and id = $2",
    values: [tenantId, id],
  });
}

export interface OutageRow {
  readonly id: Id<"outage">;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly status: "DEGRADED" | "CLOSED";
  readonly reason: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const outageColumns = `id, mode, method, operator, country, status, reason, starts_at as "startsAtMs",
  ends_at as "endsAtMs", version, created_at as "createdAtMs", updated_at as "updatedAtMs"`;

export function readOutages(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly OutageRow[]> {
  return db.query<OutageRow>({
    text: `select ${outageColumns} from outages where tenant_id = $1 and id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

export interface FeeRow {
  readonly id: Id<"feeSchedule">;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
  /** Minor units, like `minimum` and `maximum`. */
  readonly fixed: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint | null;
  readonly settlementDelaySeconds: number;
  readonly version: number;
  readonly effectiveFromMs: number;
}

const feeColumns = `id, mode, method, currency, basis_points as "basisPoints", fixed, minimum, maximum,
  settlement_delay_seconds as "settlementDelaySeconds", version, effective_from as "effectiveFromMs"`;

export function readFees(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly FeeRow[]> {
  return db.query<FeeRow>({
    text: `select ${feeColumns} from fee_schedules where tenant_id = $1 and id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

/** The schedule for new payments, or null. */
export async function findFee(
  db: Queryable,
  tenantId: TenantId,
  of: Pick<FeeRow, "mode" | "method" | "currency">,
): Promise<FeeRow | null> {
  const [row] = await db.query<FeeRow>({
    text: `select ${feeColumns} from fee_schedules where tenant_id = $1 and mode = $2 and method = $3 and currency = $4
            order by version desc limit 1`,
    values: [tenantId, of.mode, of.method, of.currency],
  });
  return row ?? null;
}
