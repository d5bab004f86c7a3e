import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import type { NewOperator, Operator, OperatorStatus } from "./types.ts";

/** Wrong passwords in a row for one account from one address, before it has to wait. */
export const ATTEMPTS_MAX = 5;

const columns = `o.id, o.tenant_id as "tenantId", -t.tenant_no as "scopeNo", o.email, o.name, o.permissions, o.status,
  o.created_by as "createdBy", (select max(i.expires_at) from operator_invitations i
    where i.operator_id = o.id and i.accepted_at is null and i.revoked_at is null) as "invitedUntilMs", o.last_login_at as "lastLoginAtMs", o.version,
  o.created_at as "createdAtMs", o.updated_at as "updatedAtMs"`;
const from = "from operators o join tenants t on t.id = o.tenant_id";

export interface OperatorWithPassword extends Operator {
  /** Null: it has not chosen one yet. */
  readonly passwordHash: string | null;
}

export async function findByEmail(db: Queryable, email: string): Promise<OperatorWithPassword | null> {
  const [row] = await db.query<OperatorWithPassword>({
    text: `select ${columns}, o.password_hash as "passwordHash" ${from} where o.email = lower($1)`,
    values: [email],
  });
  return row ?? null;
}

/** The operator behind a token that has not expired. */
export async function findByToken(db: Queryable, hash: Buffer, nowMs: number): Promise<Operator | null> {
  const [row] = await db.query<Operator>({
    name: "operator_by_token",
    text: `select ${columns} ${from} join operator_sessions s on s.operator_id = o.id
            where s.hash = $1 and s.expires_at > $2`,
    values: [hash, new Date(nowMs)],
  });
  return row ?? null;
}

export async function findById(
  db: Queryable,
  tenantId: string,
  id: Id<"operator">,
): Promise<Operator | null> {
  const [row] = await db.query<Operator>({
    text: `select ${columns} ${from} where o.tenant_id = $1 and o.id = $2`,
    values: [tenantId, id],
  });
  return row ?? null;
}

/** As `findByEmail`, locked until the transaction ends; by id. */
export async function lockById(
  tx: Transaction,
  tenantId: string,
  id: Id<"operator">,
): Promise<OperatorWithPassword | null> {
  const [row] = await tx.query<OperatorWithPassword>({
    text: `select ${columns}, o.password_hash as "passwordHash" ${from}
            where o.tenant_id = $1 and o.id = $2 for no key update of o`,
    values: [tenantId, id],
  });
  return row ?? null;
}

/** A tenant's operators are few: the whole list, oldest first. */
export function listByTenant(db: Queryable, tenantId: string): Promise<readonly Operator[]> {
  return db.query<Operator>({
    text: `select ${columns} ${from} where o.tenant_id = $1 order by o.created_at, o.id`,
    values: [tenantId],
  });
}

export interface NewOperatorRow extends NewOperator {
  /** Null: it waits for its link to be opened. */
  readonly passwordHash: string | null;
  readonly createdBy: Id<"operator"> | null;
}

/** Returns false when the address is taken. */
export async function insertOperator(
  tx: Transaction,
  id: Id<"operator">,
  operator: NewOperatorRow,
  nowMs: number,
): Promise<boolean> {
  const { tenantId, email, name, passwordHash, permissions, createdBy } = operator;
  const status: OperatorStatus = passwordHash === null ? "INVITED" : "ACTIVE";
  const rows = await tx.query({
    text: `insert into operators (id, tenant_id, email, name, password_hash, permissions, status, created_by,
             created_at, updated_at)
           values ($1, $2, lower($3), $4, $5, $6, $7, $8, $9, $9) on conflict (email) do nothing returning 1`,
    values: [id, tenantId, email, name, passwordHash, permissions, status, createdBy, new Date(nowMs)],
  });
  return rows.length === 1;
}

export async function updateOperator(
  tx: Transaction,
  id: Id<"operator">,
  next: {
    readonly name: string;
    readonly permissions: readonly string[];
    readonly status: OperatorStatus;
  },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update operators set name = $2, permissions = $3, status = $4, version = version + 1, updated_at = $5
            where id = $1`,
    values: [id, next.name, next.permissions, next.status, new Date(nowMs)],
  });
}

/** A password of its own: the account that waited for one is ACTIVE. */
export async function updatePassword(
  tx: Transaction,
  id: Id<"operator">,
  passwordHash: string,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update operators set password_hash = $2, version = version + 1, updated_at = $3,
             status = case status when 'INVITED' then 'ACTIVE' else status end
            where id = $1`,
    values: [id, passwordHash, new Date(nowMs)],
  });
}

/** Not a change of the account: nobody has used it yet. */
export async function replaceFirstPassword(
  tx: Transaction,
  id: Id<"operator">,
  passwordHash: string,
): Promise<void> {
  await tx.query({
    text: "update operators set password_hash = $2 where id = $1 and version = 1",
    values: [id, passwordHash],
  });
}

export async function insertSession(
  tx: Transaction,
  session: {
    readonly hash: Buffer;
    readonly operatorId: Id<"operator">;
    readonly ip: string;
    readonly expiresAtMs: number;
  },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `with seen as (update operators set last_login_at = $4 where id = $2)
           insert into operator_sessions (hash, operator_id, ip, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    values: [session.hash, session.operatorId, session.ip, new Date(nowMs), new Date(session.expiresAtMs)],
  });
}

export async function deleteSession(tx: Transaction, hash: Buffer): Promise<void> {
  await tx.query({ text: "delete from operator_sessions where hash = $1", values: [hash] });
}

export async function deleteSessions(tx: Transaction, operatorId: Id<"operator">): Promise<void> {
  await tx.query({ text: "delete from operator_sessions where operator_id = $1", values: [operatorId] });
}

/** Sessions and attempts that say nothing any more. Returns the number of rows. */
export async function deleteOld(db: Queryable, nowMs: number, attemptsBeforeMs: number): Promise<number> {
  const rows = await db.query({
    text: `with ended as (delete from operator_sessions where expires_at <= $1 returning 1),
                forgotten as (delete from operator_login_attempts where last_at <= $2 returning 1)
           select 1 from ended union all select 1 from forgotten`,
    values: [new Date(nowMs), new Date(attemptsBeforeMs)],
  });
  return rows.length;
}

/** Counts an attempt before its password is looked at, so that parallel ones cannot slip by; those of before `sinceMs` are forgotten. */
export async function countAttempt(
  db: Queryable,
  subject: Buffer,
  nowMs: number,
  sinceMs: number,
): Promise<{ readonly attempts: number; readonly lastAtMs: number }> {
  const [row] = await db.query<{ attempts: number; lastAtMs: number }>({
    text: `insert into operator_login_attempts as a (subject, attempts, last_at) values ($1, 1, $2)
           on conflict (subject) do update set
             attempts = case when a.last_at < $3 then 1 else a.attempts + 1 end,
             -- Who is locked out is let in again after the time, however often it tries meanwhile.
             last_at = case when a.last_at >= $3 and a.attempts >= $4 then a.last_at else excluded.last_at end
           returning attempts, last_at as "lastAtMs"`,
    values: [subject, new Date(nowMs), new Date(sinceMs), ATTEMPTS_MAX],
  });
  if (row === undefined) throw new Error("an upsert returns its row");
  return row;
}

export async function clearAttempts(tx: Transaction, subject: Buffer): Promise<void> {
  await tx.query({ text: "delete from operator_login_attempts where subject = $1", values: [subject] });
}
