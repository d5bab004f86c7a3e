import { type CurrencyCode, exponentOf } from "../kit/currency.ts";
import {
  heldMoney,
  invariantChecked,
  invariantViolations,
  jobsDue,
  jobsOldestDue,
  unknownOldest,
  unknownOutcomes,
} from "../metrics/database-table.ts";
import { heldSource, unresolvedSource } from "../modules/review/index.ts";
import type { Reading } from "./reading.ts";

/** Outcomes that are unknown, by operator. */
export const readUnknown: Reading = async (db, nowMs) => {
  unknownOutcomes.clear();
  unknownOldest.clear();
  const rows = await db.query<{ mode: string; type: string; operator: string; n: number; sinceMs: number }>({
    text: `select mode, type, operator, count(*)::int as n, min(since) as "sinceMs"
      from ${unresolvedSource} t group by mode, type, operator`,
  });
  for (const { mode, type, operator, n, sinceMs } of rows) {
    const labels = { mode, subject: type.toLowerCase(), operator };
    unknownOutcomes.set(labels, n);
    unknownOldest.set(labels, secondsSince(sinceMs, nowMs));
  }
};

/** Money that waits for an operator, by currency. */
export const readHeld: Reading = async (db) => {
  heldMoney.clear();
  const rows = await db.query<{ mode: string; currency: CurrencyCode; minor: bigint }>({
    text: `select mode, currency, sum(coalesce(amount_confirmed, amount))::bigint as minor
      from ${heldSource} t where reason <> 'UNRESOLVED' group by mode, currency`,
  });
  for (const { mode, currency, minor } of rows)
    heldMoney.set({ mode, currency }, Number(minor) / 10 ** exponentOf(currency));
};

/** When each invariant was checked, and what was found. */
export const readInvariants: Reading = async (db) => {
  invariantChecked.clear();
  invariantViolations.clear();
  const rows = await db.query<{ name: string; checkedAtMs: number; violations: bigint }>({
    text: `select name, checked_at as "checkedAtMs", violation_count as violations
      from invariant_checks where checked_at is not null`,
  });
  for (const { name: invariant, checkedAtMs, violations } of rows) {
    invariantChecked.set({ invariant }, checkedAtMs / 1_000);
    invariantViolations.set({ invariant }, Number(violations));
  }
};

/** Pieces of one kind are counted up to here, so that a long backlog costs no more than a short one. */
const DUE_MAX = 10_000;
/** Endpoints that are looked at. */
const ENDPOINTS_MAX = 2_000;

/** The column of each table's due times, and which rows wait for it. Each has an index of due times. */
const dueColumns: Readonly<Record<string, string>> = {
  charge_checks: "next_check_at",
  refunds: "next_check_at",
  payouts: "next_check_at",
  payout_batches: "next_check_at",
  beneficiaries: "next_check_at",
  settlements: "due_at",
  merchant_logos: "next_check_at",
  mails: "due_at",
};
const waiting: Readonly<Record<string, string>> = { mails: "status = 'WAITING' and" };

const jobsText = Object.entries(dueColumns)
  .map(
    ([table, column]) => `
  (select '${table}' as kind, count(*)::int as n, min(due) as "dueMs" from (
    select ${column} as due from ${table}
     where ${waiting[table] ?? ""} ${column} <= $1 order by ${column} limit ${DUE_MAX}) t)`,
  )
  .join("\n  union all");

/**
 * Deliveries of endpoints that would be sent now: one probe of the index per endpoint, as the worker looks for them.
 */
const deliveriesText = `
  with recursive heads as (
    (select 1 as depth, d.merchant_no, d.endpoint_id, d.due_at from webhook_deliveries d
      where d.due_at is not null order by d.endpoint_id, d.due_at limit 1)
    union all
    select heads.depth + 1, next.merchant_no, next.endpoint_id, next.due_at
      from heads cross join lateral (
        select d.merchant_no, d.endpoint_id, d.due_at from webhook_deliveries d
         where d.due_at is not null and d.endpoint_id > heads.endpoint_id
         order by d.endpoint_id, d.due_at limit 1) next
     where heads.depth < ${ENDPOINTS_MAX})
  select coalesce(sum(due.n), 0)::int as n, min(heads.due_at) as "dueMs"
    from heads join webhook_endpoints p on p.merchant_no = heads.merchant_no and p.id = heads.endpoint_id
    cross join lateral (select count(*) as n from (
      select from webhook_deliveries d where d.endpoint_id = heads.endpoint_id and d.due_at <= $1
       order by d.due_at limit ${DUE_MAX}) t) due
   where heads.due_at <= $1 and p.status = 'ACTIVE' and p.proved_at is not null
     and (p.paused_until is null or p.paused_until <= $1)`;

/** Background work that is due, and for how long. */
export const readJobs: Reading = async (db, nowMs) => {
  jobsDue.clear();
  jobsOldestDue.clear();
  const now = new Date(nowMs);
  const rows = await db.query<{ kind: string; n: number; dueMs: number | null }>({
    text: jobsText,
    values: [now],
  });
  const [deliveries] = await db.query<{ n: number; dueMs: number | null }>({
    text: deliveriesText,
    values: [now],
  });
  for (const { kind, n, dueMs } of [
    ...rows,
    { kind: "webhook_deliveries", n: 0, dueMs: null, ...deliveries },
  ]) {
    jobsDue.set({ kind }, Math.min(n, DUE_MAX));
    jobsOldestDue.set({ kind }, dueMs === null ? 0 : secondsSince(dueMs, nowMs));
  }
};

const secondsSince = (sinceMs: number, nowMs: number): number => Math.max(0, (nowMs - sinceMs) / 1_000);
