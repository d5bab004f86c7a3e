import type { Queryable, Transaction } from "../../../db/database.ts";
import type { Id, TenantId } from "../../../kit/ids.ts";
import type { Mode } from "../../../kit/payment-terms.ts";
import type { CalendarDay } from "./day-bounds.ts";

/** One day of an account, claimed by this process. */
export interface ClaimedDay extends CalendarDay {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  readonly method: "STATEMENT" | "QUERIES";
  readonly status: "WAITING" | "BALANCE";
  readonly statementId: Id<"providerStatement"> | null;
  /** Including this one. */
  readonly attemptCount: number;
}

export interface AccountToPlan {
  readonly id: Id<"providerAccount">;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly provider: string;
  readonly createdAtMs: number;
}

/** Accounts that take payments, or were compared since `sinceMs`. */
export function readAccountsToPlan(db: Queryable, sinceMs: number): Promise<readonly AccountToPlan[]> {
  return db.query<AccountToPlan>({
    text: `select a.id, a.tenant_id as "tenantId", a.mode, a.provider, a.created_at as "createdAtMs"
      from provider_accounts a
      where a.status = 'ENABLED'
        or exists (select 1 from reconciliation_days d where d.provider_account_id = a.id and d.period_to >= $1)
      order by a.id`,
    values: [new Date(sinceMs)],
  });
}

/** Adds the days that are not planned yet. */
export async function planDays(
  db: Queryable,
  { id, tenantId, mode }: AccountToPlan,
  method: ClaimedDay["method"],
  days: readonly CalendarDay[],
  { dueAfterMs, nowMs }: { readonly dueAfterMs: number; readonly nowMs: number },
): Promise<void> {
  if (days.length === 0) return;
  await db.query({
    text: `insert into reconciliation_days (tenant_id, mode, provider_account_id, method, day, period_from, period_to, status,
        next_attempt_at, leased_until, created_at, updated_at)
      select $1, $2, $3, $4, day, period_from, period_to, 'WAITING', due_at, $5, $5, $5
      from unnest($6::date[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[]) as d (day, period_from, period_to, due_at)
      on conflict do nothing`,
    values: [
      tenantId,
      mode,
      id,
      method,
      new Date(nowMs),
      days.map(({ day }) => day),
      days.map(({ fromMs }) => new Date(fromMs)),
      days.map(({ toMs }) => new Date(toMs)),
      days.map(({ toMs }) => new Date(toMs + dueAfterMs)),
    ],
  });
}

/** Claims the oldest due day for `leaseMs`: no other process gets it meanwhile. Null: nothing is due. */
export async function claimDay(
  db: Queryable,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<ClaimedDay | null> {
  const [row] = await db.query<ClaimedDay>({
    text: `
      update reconciliation_days d set leased_until = $2, attempt_count = d.attempt_count + 1, updated_at = $1
      where (d.provider_account_id, d.day) = (
        select w.provider_account_id, w.day from reconciliation_days w
        where w.status in ('WAITING', 'BALANCE') and w.next_attempt_at <= $1 and w.leased_until <= $1
        order by w.period_to, w.provider_account_id limit 1 for update skip locked
      )
      returning d.tenant_id as "tenantId", d.mode, d.provider_account_id as "providerAccountId", d.day,
        d.period_from as "fromMs", d.period_to as "toMs", d.method, d.status, d.statement_id as "statementId",
        d.attempt_count as "attemptCount"`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs)],
  });
  return row ?? null;
}

/** Keeps the claim while the work goes on. */
export async function extendLease(db: Queryable, claimed: ClaimedDay, untilMs: number): Promise<void> {
  await db.query({
    text: `update reconciliation_days set leased_until = $3 where provider_account_id = $1 and day = $2`,
    values: [claimed.providerAccountId, claimed.day, new Date(untilMs)],
  });
}

/** Notes that an attempt brought nothing, and when the next one is due; null: there is none. */
export async function postponeDay(
  db: Queryable,
  { providerAccountId, day, status }: ClaimedDay,
  problem: string,
  { nextAttemptAtMs, nowMs }: { readonly nextAttemptAtMs: number | null; readonly nowMs: number },
): Promise<void> {
  // The comparison is made: only the balance is missing.
  const otherwise = status === "BALANCE" ? "DONE" : "GIVEN_UP";
  await db.query({
    text: `update reconciliation_days set problem = $3, status = case when $4::timestamptz is null then $5 else status end,
        next_attempt_at = coalesce($4, next_attempt_at), leased_until = $6, updated_at = $6
      where provider_account_id = $1 and day = $2`,
    values: [
      providerAccountId,
      day,
      problem.slice(0, PROBLEM_CHARACTERS_MAX),
      nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs),
      otherwise,
      new Date(nowMs),
    ],
  });
}
const PROBLEM_CHARACTERS_MAX = 200;

/** Ends the comparison of a day, in the transaction that stores its statement. */
export async function finishDay(
  tx: Transaction,
  { providerAccountId, day }: ClaimedDay,
  statementId: Id<"providerStatement">,
  status: "BALANCE" | "DONE",
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update reconciliation_days set status = $3, statement_id = $4, problem = null, attempt_count = 0,
        next_attempt_at = $5, leased_until = $5, updated_at = $5
      where provider_account_id = $1 and day = $2`,
    values: [providerAccountId, day, status, statementId, new Date(nowMs)],
  });
  await tx.query({
    text: "delete from reconciliation_answers where provider_account_id = $1 and day = $2",
    values: [providerAccountId, day],
  });
}

/** Whether this is the account's newest day, and every earlier one was compared: its book is complete up to the day. */
export async function isBookComplete(
  db: Queryable,
  { providerAccountId, day }: ClaimedDay,
): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from reconciliation_days d where d.provider_account_id = $1
        and (d.day > $2 or (d.day < $2 and d.status = 'WAITING')) limit 1`,
    values: [providerAccountId, day],
  });
  return rows.length === 0;
}
