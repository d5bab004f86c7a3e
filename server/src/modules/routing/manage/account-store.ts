import type { Queryable, Transaction } from "../../../db/database.ts";
import type { Id, TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { AccountLimit } from "../account-limits.ts";
import type { BalanceTolerance } from "../balance-tolerances.ts";
import type { Behind, CapabilitiesOf } from "../serving.ts";

/** An account with its settings still sealed. */
export interface AccountRow {
  readonly id: Id<"providerAccount">;
  readonly subTenantId: Id<"subTenant">;
  readonly mode: Mode;
  readonly provider: string;
  readonly name: string;
  readonly status: "ENABLED" | "DISABLED";
  readonly methods: readonly PaymentMethod[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly operators: readonly string[];
  /** Whether the service may take it out of routing by itself. */
  readonly automaticSuspension: boolean;
  /** Since when it is suspended; null: it is in service. */
  readonly suspendedAtMs: number | null;
  readonly limits: readonly AccountLimit[];
  readonly balanceTolerances: readonly BalanceTolerance[];
  /** When the test last passed with the present settings; null: not since they were changed. */
  readonly testPassedAtMs: number | null;
  readonly settings: Buffer;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const columns = `id, sub_tenant_id as "subTenantId", mode, provider, name, status, methods, currencies, countries,
  operators, automatic_suspension as "automaticSuspension", suspended_at as "suspendedAtMs", limits,
  balance_tolerances as "balanceTolerances",
  test_passed_at as "testPassedAtMs", settings, version,
  created_at as "createdAtMs", updated_at as "updatedAtMs"`;

/** Accounts of the tenant; ids of other tenants are not found. */
export function readAccounts(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly AccountRow[]> {
  return db.query<AccountRow>({
    text: `select ${columns} from provider_accounts where tenant_id = $1 and id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

export async function lockAccount(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>({
    text: `select ${columns} from provider_accounts where tenant_id = $1 and id = $2 for no key update`,
    values: [tenantId, id],
  });
  return row ?? null;
}

export async function isNameTaken(
  tx: Transaction,
  tenantId: TenantId,
  account: Pick<AccountRow, "id" | "mode" | "provider" | "name">,
): Promise<boolean> {
  const rows = await tx.query({
    text: `select 1 from provider_accounts
            where tenant_id = $1 and mode = $2 and provider = $3 and name = $4 and id <> $5`,
    values: [tenantId, account.mode, account.provider, account.name, account.id],
  });
  return rows.length > 0;
}

/**
 * Writes the fields that operators change, as the next version. An account that may no longer be suspended is in service
 * at once.
 */
export async function writeAccount(tx: Transaction, tenantId: TenantId, row: AccountRow): Promise<void> {
  await tx.query({
    text: `update provider_accounts set name = $3, status = $4, methods = $5, currencies = $6, countries = $7,
             operators = $8, settings = $9, version = $10, updated_at = $11, automatic_suspension = $12, limits = $13, test_passed_at = $14,
             balance_tolerances = $15,
             suspended_at = case when $12 then suspended_at end, next_trial_at = case when $12 then next_trial_at end
            where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      row.id,
      row.name,
      row.status,
      row.methods,
      row.currencies,
      row.countries,
      row.operators,
      row.settings,
      row.version,
      new Date(row.updatedAtMs),
      row.automaticSuspension,
      JSON.stringify(row.limits),
      row.testPassedAtMs === null ? null : new Date(row.testPassedAtMs),
      JSON.stringify(row.balanceTolerances),
    ],
  });
}

/** Notes that the test passed with these settings. False: they were changed meanwhile. */
export async function markTestPassed(
  tx: Transaction,
  tenantId: TenantId,
  { id, settings }: Pick<AccountRow, "id" | "settings">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update provider_accounts set test_passed_at = $4
            where tenant_id = $1 and id = $2 and settings = $3 returning 1`,
    values: [tenantId, id, settings, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** The providers behind each sub-tenant in one mode: of all its accounts, disabled ones included. */
export async function readBehind(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  capabilitiesOf: CapabilitiesOf,
): Promise<ReadonlyMap<string, readonly Behind[]>> {
  const rows = await db.query<{ subTenantId: string; provider: string }>({
    text: `select distinct sub_tenant_id as "subTenantId", provider from provider_accounts
            where tenant_id = $1 and mode = $2 order by sub_tenant_id, provider`,
    values: [tenantId, mode],
  });
  const behind = new Map<string, Behind[]>();
  for (const { subTenantId, provider } of rows) {
    const can = capabilitiesOf(provider);
    if (can !== null) behind.set(subTenantId, [...(behind.get(subTenantId) ?? []), { provider, can }]);
  }
  return behind;
}
