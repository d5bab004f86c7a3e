import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { MailKind, MailStatus } from "./types.ts";

export interface MailRow {
  readonly id: Id<"mail">;
  readonly tenantId: TenantId;
  readonly kind: MailKind;
  readonly content: Buffer;
  readonly usefulUntilMs: number | null;
}

export async function insertMail(tx: Transaction, row: MailRow, nowMs: number): Promise<void> {
  await tx.query({
    text: `insert into mails (id, tenant_id, kind, status, content, due_at, useful_until, created_at)
           values ($1, $2, $3, 'WAITING', $4, $5, $6, $5)`,
    values: [
      row.id,
      row.tenantId,
      row.kind,
      row.content,
      new Date(nowMs),
      row.usefulUntilMs === null ? null : new Date(row.usefulUntilMs),
    ],
  });
}

/** A mail that this process may try now. */
export interface DueMail extends MailRow {
  /** This try included. */
  readonly attempts: number;
}

/** Leases what is due until `leaseUntilMs`: when the process dies, another one tries again after that. */
export function claimDue(
  db: Queryable,
  { nowMs, leaseUntilMs, limit }: { nowMs: number; leaseUntilMs: number; limit: number },
): Promise<readonly DueMail[]> {
  return db.query<DueMail>({
    text: `with due as (
             select id from mails where status = 'WAITING' and due_at <= $1
              order by due_at limit $3 for update skip locked
           )
           update mails m set due_at = $2, attempts = attempts + 1
             from due where m.id = due.id
        returning m.id, m.tenant_id as "tenantId", m.kind, m.content, m.useful_until as "usefulUntilMs", m.attempts`,
    values: [new Date(nowMs), new Date(leaseUntilMs), limit],
  });
}

export type Ending =
  | { readonly status: "SENT"; readonly keepsContent: boolean }
  | { readonly status: "FAILED"; readonly problem: string };

/** Ends the try of this number; a later try of another process is left alone. */
export async function endMail(
  db: Queryable,
  { id, attempts }: Pick<DueMail, "id" | "attempts">,
  ending: Ending,
  nowMs: number,
): Promise<void> {
  const problem = ending.status === "FAILED" ? ending.problem : null;
  const keepsContent = ending.status === "FAILED" || ending.keepsContent;
  await db.query({
    text: `update mails set status = $3, problem = $4, ended_at = $5, content = case when $6 then content end
            where id = $1 and attempts = $2 and status = 'WAITING'`,
    values: [id, attempts, ending.status, problem, new Date(nowMs), keepsContent],
  });
}

export async function postponeMail(
  db: Queryable,
  { id, attempts }: Pick<DueMail, "id" | "attempts">,
  { dueAtMs, problem }: { readonly dueAtMs: number; readonly problem: string },
): Promise<void> {
  await db.query({
    text: "update mails set due_at = $3, problem = $4 where id = $1 and attempts = $2 and status = 'WAITING'",
    values: [id, attempts, new Date(dueAtMs), problem],
  });
}

/** Removes mails made before `beforeMs`, at most `limit`, in any state. Returns how many there were. */
export async function deleteMails(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query({
    text: `delete from mails where id in (select id from mails where created_at < $1 order by created_at limit $2)
           returning 1`,
    values: [new Date(beforeMs), limit],
  });
  return rows.length;
}

/** What is known of a mail without opening it. */
export interface MailReport {
  readonly id: Id<"mail">;
  readonly kind: MailKind;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly problem: string | null;
  readonly dueAtMs: number;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
}

/** In no order. */
export function readMails(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly MailReport[]> {
  return db.query<MailReport>({
    text: `select id, kind, status, attempts, problem, due_at as "dueAtMs", created_at as "createdAtMs",
             ended_at as "endedAtMs" from mails where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
}

export interface MailState {
  readonly waiting: number;
  /** When the oldest of those that wait was written; null when none waits. */
  readonly oldestMs: number | null;
  /** Given up since then. */
  readonly failed: number;
}

/** Of a tenant; null: of all. */
export async function readState(
  db: Queryable,
  tenantId: TenantId | null,
  failedSinceMs: number,
): Promise<MailState> {
  const [row] = await db.query<MailState>({
    text: `with waiting as (select created_at from mails where status = 'WAITING' and ($1::uuid is null or tenant_id = $1))
           select (select count(*)::int from waiting) as waiting, (select min(created_at) from waiting) as "oldestMs",
             (select count(*)::int from mails
               where status = 'FAILED' and ended_at > $2 and ($1::uuid is null or tenant_id = $1)) as failed`,
    values: [tenantId, new Date(failedSinceMs)],
  });
  if (row === undefined) throw new Error("a count has one row");
  return row;
}
