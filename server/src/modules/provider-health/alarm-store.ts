import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { FailureCode, Mode } from "../../kit/payment-terms.ts";
import type { CallAction } from "../../providers/recorder.ts";
import type { AlarmKind, AlarmState } from "./rules.ts";

/** Trouble of one account that was seen since the last write. */
export interface SeenTrouble {
  readonly id: Id<"providerAlarm">;
  readonly accountId: string;
  readonly kind: AlarmKind;
  /** The provider's own words. */
  readonly code: string;
  readonly action: CallAction | null;
  readonly failureCode: FailureCode | null;
  readonly reference: string | null;
  readonly occurrences: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

const rows = itemRows<SeenTrouble>([
  { name: "id", type: "uuid", value: ({ id }) => id },
  { name: "account_id", type: "uuid", value: ({ accountId }) => accountId },
  { name: "kind", type: "text", value: ({ kind }) => kind },
  { name: "code", type: "text", value: ({ code }) => code },
  { name: "action", type: "text", value: ({ action }) => action },
  { name: "failure_code", type: "text", value: ({ failureCode }) => failureCode },
  { name: "reference", type: "text", value: ({ reference }) => reference },
  { name: "occurrences", type: "bigint", value: ({ occurrences }) => BigInt(occurrences) },
  { name: "first_seen_at", type: "timestamptz", value: ({ firstSeenAtMs }) => firstSeenAtMs },
  { name: "last_seen_at", type: "timestamptz", value: ({ lastSeenAtMs }) => lastSeenAtMs },
]);

/** An acknowledged alarm that is seen again after this long is open again. */
const opensAgain =
  "(coalesce(excluded.last_seen_at - p.acknowledged_at, interval '0') > interval '24 hours')";

/**
 * Counts trouble on the alarm of its account, kind and code, which is made when it is the first. Returns the alarms that
 * operators have to look at from now on: new ones, and those open again.
 */
export async function countTrouble(
  db: Queryable,
  seen: readonly SeenTrouble[],
): Promise<
  readonly { readonly id: Id<"providerAlarm">; readonly accountId: string; readonly code: string }[]
> {
  const counted = await db.query<{
    id: Id<"providerAlarm">;
    accountId: string;
    code: string;
    isRaised: boolean;
  }>({
    name: "provider_alarms.count",
    // What was before is compared at the end: Citus does not find that CTE in what the insert returns.
    text: `with item as (select * from ${rows.from}),
           was as (
             select p.account_id, p.kind, p.code, p.acknowledged_at from provider_alarms p
               join item using (account_id, kind, code)
           ),
           counted as (insert into provider_alarms as p (tenant_id, id, account_id, kind, code, action, failure_code, reference,
             occurrences, first_seen_at, last_seen_at)
           select a.tenant_id, item.id, item.account_id, item.kind, item.code, item.action, item.failure_code,
             item.reference, item.occurrences, item.first_seen_at, item.last_seen_at
             from item join provider_accounts a on a.id = item.account_id
            order by item.account_id, item.kind, item.code
           on conflict (account_id, kind, code) do update set occurrences = p.occurrences + excluded.occurrences,
             last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at), action = excluded.action,
             failure_code = excluded.failure_code, reference = coalesce(excluded.reference, p.reference),
             acknowledged_at = case when not ${opensAgain} then p.acknowledged_at end,
             acknowledged_by = case when not ${opensAgain} then p.acknowledged_by end,
             opened_at = case when ${opensAgain} then excluded.last_seen_at else p.opened_at end
           returning p.id, p.account_id, p.kind, p.code, p.acknowledged_at)
           select c.id, c.account_id as "accountId", c.code, c.acknowledged_at is null and not exists (select from was
               where was.account_id = c.account_id and was.kind = c.kind and was.code = c.code
                 and was.acknowledged_at is null) as "isRaised"
             from counted c`,
    values: rows.values(seen),
  });
  return counted.filter(({ isRaised }) => isRaised);
}

/** Whether the account of the alarm `alarm` is out of routing. */
const isSuspended = (alarm: string): string =>
  `exists (select from provider_accounts s where s.id = ${alarm}.account_id and s.suspended_at is not null)`;

/**
 * The condition under which the alarm `alarm` is in a state. That of a suspension ends by itself with the suspension,
 * whoever ended it: read from the account, so that none stays behind.
 */
export const alarmConditions: Readonly<Record<AlarmState, (alarm: string) => string>> = {
  OPEN: (alarm) =>
    `${alarm}.acknowledged_at is null and (${alarm}.kind <> 'SUSPENDED' or ${isSuspended(alarm)})`,
  ACKNOWLEDGED: (alarm) =>
    `${alarm}.acknowledged_at is not null and (${alarm}.kind <> 'SUSPENDED' or ${isSuspended(alarm)})`,
  ENDED: (alarm) => `${alarm}.kind = 'SUSPENDED' and not ${isSuspended(alarm)}`,
};

/** An alarm with the account that it is about. */
export interface AlarmRow {
  readonly id: Id<"providerAlarm">;
  readonly accountId: Id<"providerAccount">;
  readonly provider: string;
  readonly mode: Mode;
  readonly kind: AlarmKind;
  readonly code: string;
  readonly action: CallAction | null;
  readonly failureCode: FailureCode | null;
  readonly reference: string | null;
  readonly occurrences: bigint;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly suspendedAtMs: number | null;
  readonly acknowledgedAtMs: number | null;
  readonly acknowledgedBy: Id<"operator"> | null;
}

const columns = `t.id, t.account_id as "accountId", a.provider, a.mode, t.kind, t.code, t.action,
  t.failure_code as "failureCode", t.reference, t.occurrences, t.first_seen_at as "firstSeenAtMs",
  t.last_seen_at as "lastSeenAtMs", a.suspended_at as "suspendedAtMs", t.acknowledged_at as "acknowledgedAtMs", t.acknowledged_by as "acknowledgedBy"`;

/** Alarms of the tenant; ids of other tenants are not found. */
export function readAlarms(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly AlarmRow[]> {
  return db.query<AlarmRow>({
    text: `select ${columns} from provider_alarms t join provider_accounts a on a.id = t.account_id
            where t.tenant_id = $1 and t.id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

/** True when it was open. One whose trouble has ended needs nobody, and stays as it is. */
export async function acknowledgeAlarm(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
  operatorId: string,
  nowMs: number,
): Promise<boolean> {
  const done = await tx.query({
    text: `update provider_alarms t set acknowledged_at = $4, acknowledged_by = $3
            where tenant_id = $1 and id = $2 and ${alarmConditions.OPEN("t")} returning 1`,
    values: [tenantId, id, operatorId, new Date(nowMs)],
  });
  return done.length === 1;
}
