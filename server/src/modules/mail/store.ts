import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { MailKind } from "./types.ts";

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
