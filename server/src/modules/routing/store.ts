import type { Queryable, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../kit/payment-terms.ts";
import { type AccountLimit, type RoutableLimit, takenTodaySql } from "./account-limits.ts";
import type { BalanceTolerance } from "./balance-tolerances.ts";
import type { WrittenAccount } from "./serving.ts";
import type {
  AmountBound,
  FeeSchedule,
  Outage,
  RoutableAccount,
  RoutingRule,
  RoutingSnapshot,
} from "./snapshot.ts";

/** Sent in the transaction of each change, so that no instance routes by old rows. */
export const ROUTING_CHANGED = "routing_changed";

/** A bigint as it is in JSON: as text, since JSON numbers are floats. */
type InJson<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends bigint
    ? string
    : Row[Key] extends bigint | null
      ? string | null
      : Row[Key];
};

interface AccountInJson extends Omit<WrittenAccount, "settings" | "limits"> {
  /** Sealed, as base64. */
  readonly settings: string;
  readonly limits: readonly InJson<RoutableLimit>[];
}

interface SnapshotRow {
  readonly activeSubTenantIds: readonly string[];
  readonly accounts: readonly AccountInJson[];
  readonly rules: readonly InJson<RoutingRule>[];
  readonly bounds: readonly InJson<AmountBound>[];
  readonly outages: readonly Outage[];
  readonly fees: readonly InJson<FeeSchedule>[];
}

const countsPayoutsSql = "coalesce((l->>'countsPayouts')::boolean, false)";
const takenSql = takenTodaySql({
  account: "provider_accounts.id",
  currency: "l->>'currency'",
  now: "$3::timestamptz",
  countsPayouts: countsPayoutsSql,
});

const snapshotSql = `select
  (select coalesce(json_agg(id), '[]') from sub_tenants where tenant_id = $1 and status = 'ACTIVE')
    as "activeSubTenantIds",
  (select coalesce(json_agg(json_build_object('id', id, 'subTenantId', sub_tenant_id, 'provider', provider,
     'name', name, 'status', status, 'suspended', suspended_at is not null, 'methods', methods, 'currencies', currencies, 'countries', countries,
     'operators', operators, 'settings', encode(settings, 'base64'), 'limits', (
       select coalesce(json_agg(json_build_object('currency', l->>'currency', 'perPayment', l->>'perPayment',
           'perDay', l->>'perDay', 'countsPayouts', ${countsPayoutsSql},
           'takenToday', case when l->>'perDay' is null then '0' else ${takenSql}::text end)), '[]')
         from jsonb_array_elements(limits) l)) order by id), '[]')
     from provider_accounts where tenant_id = $1 and mode = $2) as accounts,
  (select coalesce(json_agg(json_build_object('id', id, 'priority', priority, 'method', method, 'currency', currency,
     'country', country, 'operator', operator, 'amountMin', amount_min::text, 'amountMax', amount_max::text,
     'subTenantId', sub_tenant_id, 'enabled', enabled) order by priority, id), '[]')
     from routing_rules where tenant_id = $1 and mode = $2) as rules,
  (select coalesce(json_agg(json_build_object('id', id, 'method', method, 'operator', operator, 'country', country,
     'currency', currency, 'min', min::text, 'max', max::text, 'step', step::text) order by id), '[]')
     from amount_bounds where tenant_id = $1 and mode = $2) as bounds,
  (select coalesce(json_agg(json_build_object('id', id, 'method', method, 'operator', operator, 'country', country,
     'status', status, 'reason', reason, 'startsAtMs', (extract(epoch from starts_at) * 1000)::bigint,
     'endsAtMs', (extract(epoch from ends_at) * 1000)::bigint) order by id), '[]')
     from outages where tenant_id = $1 and mode = $2 and (ends_at is null or ends_at > $3)) as outages,
  (select coalesce(json_agg(json_build_object('id', id, 'version', version,
     'effectiveFromMs', (extract(epoch from effective_from) * 1000)::bigint, 'method', method, 'currency', currency, 'basisPoints', basis_points,
     'fixed', fixed::text, 'minimum', minimum::text, 'maximum', maximum::text,
     'settlementDelaySeconds', settlement_delay_seconds) order by method, currency, version), '[]')
     from fee_schedules where tenant_id = $1 and mode = $2) as fees`;

/** Everything that routes the tenant's payments in one mode, in one statement: one snapshot, one round trip. */
export async function readSnapshot(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  nowMs: number,
  serve: (account: WrittenAccount) => RoutableAccount,
): Promise<RoutingSnapshot> {
  const [row] = await db.query<SnapshotRow>({
    name: "routing_snapshot",
    text: snapshotSql,
    values: [tenantId, mode, new Date(nowMs)],
  });
  if (row === undefined) throw new Error("a select without a from clause returned no row");
  return {
    tenantId,
    mode,
    activeSubTenantIds: new Set(row.activeSubTenantIds),
    accounts: row.accounts.map((account) =>
      serve({
        ...account,
        settings: Buffer.from(account.settings, "base64"),
        limits: account.limits.map(({ currency, perPayment, perDay, countsPayouts, takenToday }) => ({
          currency,
          perPayment: bigintOrNull(perPayment),
          perDay: bigintOrNull(perDay),
          countsPayouts,
          takenToday: BigInt(takenToday),
        })),
      }),
    ),
    rules: row.rules.map((rule) => ({
      ...rule,
      amountMin: bigintOrNull(rule.amountMin),
      amountMax: bigintOrNull(rule.amountMax),
    })),
    bounds: row.bounds.map((bound) => ({
      ...bound,
      min: BigInt(bound.min),
      max: BigInt(bound.max),
      step: BigInt(bound.step),
    })),
    outages: row.outages,
    fees: row.fees.map((fee) => ({
      ...fee,
      fixed: BigInt(fee.fixed),
      minimum: BigInt(fee.minimum),
      maximum: bigintOrNull(fee.maximum),
    })),
  };
}

function bigintOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

export interface ProviderAccountRow {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly provider: string;
  readonly settings: Buffer;
}

/** The account, enabled or not: payments in flight are queried after their account was disabled. */
export async function findProviderAccount(db: Queryable, id: string): Promise<ProviderAccountRow | null> {
  const [row] = await db.query<ProviderAccountRow>({
    text: `select id, tenant_id as "tenantId", mode, provider, settings from provider_accounts where id = $1`,
    values: [id],
  });
  return row ?? null;
}

export async function insertSubTenant(
  tx: Transaction,
  row: { readonly id: string; readonly tenantId: TenantId; readonly name: string },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into sub_tenants (id, tenant_id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
    values: [row.id, row.tenantId, row.name, new Date(nowMs)],
  });
}

export interface NewProviderAccount {
  readonly tenantId: TenantId;
  readonly subTenantId: string;
  readonly mode: Mode;
  readonly provider: string;
  readonly name: string;
  readonly methods: readonly PaymentMethod[];
  /** Empty lists mean any. */
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly operators: readonly string[];
  /** ENABLED when absent. */
  readonly status?: "ENABLED" | "DISABLED";
  readonly limits?: readonly AccountLimit[];
  readonly balanceTolerances?: readonly BalanceTolerance[];
  /** Whether the service may take it out of routing by itself; true when absent. */
  readonly automaticSuspension?: boolean;
}

/** Returns false when the sub-tenant is not one of the tenant's. */
export async function insertProviderAccount(
  tx: Transaction,
  id: string,
  account: NewProviderAccount,
  settings: Buffer,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into provider_accounts (id, tenant_id, sub_tenant_id, mode, provider, name, status, methods,
             currencies, countries, operators, settings, created_at, updated_at, automatic_suspension, limits,
             balance_tolerances)
           select $1, tenant_id, id, $4, $5, $6, $13, $7, $8, $9, $10, $11, $12, $12, $14, $15, $16
             from sub_tenants where tenant_id = $2 and id = $3
           returning 1`,
    values: [
      id,
      account.tenantId,
      account.subTenantId,
      account.mode,
      account.provider,
      account.name,
      account.methods,
      account.currencies,
      account.countries,
      account.operators,
      settings,
      new Date(nowMs),
      account.status ?? "ENABLED",
      account.automaticSuspension ?? true,
      JSON.stringify(account.limits ?? []),
      JSON.stringify(account.balanceTolerances ?? []),
    ],
  });
  return rows.length === 1;
}
