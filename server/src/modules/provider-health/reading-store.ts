import type { Queryable } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { CallCounts } from "./rules.ts";
import type { StoredCall } from "./store.ts";

export interface CallRow extends StoredCall {
  readonly id: Id<"providerCall">;
  readonly accountId: Id<"providerAccount">;
  readonly provider: string;
  readonly mode: Mode;
}

/** Null: any. */
export interface CallFilter {
  readonly accountId: string | null;
  /** References from the first, included, to the second, excluded. */
  readonly references: readonly [string, string] | null;
}

/** A stretch of the list, in the order of ids, which is the order of time. */
export interface CallStretch {
  readonly beyond: string | null;
  readonly newestFirst: boolean;
  readonly limit: number;
}

const columns = `c.id, c.account_id as "accountId", a.provider, a.mode, c.action, c.reference, c.outcome,
  c.failure_code as "failureCode", c.code, c.started_at as "startedAtMs", c.duration_ms as "durationMs", c.exchanges`;

/**
 * Calls through the tenant's accounts. By reference there are few; otherwise the newest ones of each account are read
 * along the primary key, and the tenant's are the newest of those.
 */
export function readCalls(
  db: Queryable,
  tenantId: TenantId,
  { accountId, references }: CallFilter,
  { beyond, newestFirst, limit }: CallStretch,
): Promise<readonly CallRow[]> {
  const values: unknown[] = [tenantId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const order = `order by c.id ${newestFirst ? "desc" : "asc"} limit ${bind(limit)}`;
  const edge = beyond === null ? "" : `and c.id ${newestFirst ? "<" : ">"} ${bind(beyond)}::uuid`;
  const through = accountId === null ? "" : `and a.id = ${bind(accountId)}::uuid`;
  const text =
    references === null
      ? `select ${columns} from provider_accounts a cross join lateral (
           select * from provider_calls c where c.account_id = a.id ${edge} ${order}
         ) c where a.tenant_id = $1 ${through} ${order}`
      : `select ${columns} from provider_calls c join provider_accounts a on a.id = c.account_id
          where a.tenant_id = $1 and c.reference >= ${bind(references[0])} and c.reference < ${bind(references[1])}
            ${through} ${edge} ${order}`;
  return db.query<CallRow>({ text, values });
}

/** Calls about the operations of these references, oldest first; at most `limit`. */
export function readCallsOf(
  db: Queryable,
  references: readonly string[],
  limit: number,
): Promise<readonly CallRow[]> {
  return db.query<CallRow>({
    text: `select ${columns} from provider_calls c join provider_accounts a on a.id = c.account_id
            where c.reference = any ($1::text[]) order by c.started_at, c.id limit $2`,
    values: [references, limit],
  });
}

/** Whether the tenant has a call with this id. */
export async function isCall(db: Queryable, tenantId: TenantId, id: string): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from provider_accounts a join provider_calls c on c.account_id = a.id
            where a.tenant_id = $1 and c.id = $2`,
    values: [tenantId, id],
  });
  return rows.length > 0;
}

export interface HealthRow {
  readonly id: Id<"providerAccount">;
  readonly provider: string;
  readonly name: string;
  readonly mode: Mode;
  readonly status: "ENABLED" | "DISABLED";
  readonly automaticSuspension: boolean;
  readonly suspendedAtMs: number | null;
  readonly nextTrialAtMs: number | null;
}

export function readHealth(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode | null,
): Promise<readonly HealthRow[]> {
  return db.query<HealthRow>({
    text: `select id, provider, name, mode, status, automatic_suspension as "automaticSuspension",
             suspended_at as "suspendedAtMs", next_trial_at as "nextTrialAtMs"
             from provider_accounts where tenant_id = $1 and ($2::text is null or mode = $2)
            order by id`,
    values: [tenantId, mode],
  });
}

/** The sums of all slots from `sinceMs` on, by account; accounts without calls are missing. */
export function sumCounts(
  db: Queryable,
  tenantId: TenantId,
  sinceMs: number,
): Promise<readonly (CallCounts & { readonly accountId: string })[]> {
  return db.query({
    text: `select c.account_id as "accountId", sum(c.calls)::int as calls, sum(c.faults)::int as faults,
             sum(c.timeouts)::int as timeouts, sum(c.duration_ms)::float8 as "durationMs",
             max(c.slowest_ms) as "slowestMs"
             from provider_accounts a join provider_call_counts c on c.account_id = a.id
            where a.tenant_id = $1 and c.slot >= $2 group by c.account_id`,
    values: [tenantId, new Date(sinceMs)],
  });
}
