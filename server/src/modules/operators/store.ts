import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import { type AccountStore, hasSecondFactorSql } from "../log-in/index.ts";
import type { NewOperator, Operator, OperatorStatus } from "./types.ts";

const columns = `'operator' as audience, o.id, o.tenant_id as "tenantId", -t.tenant_no as "scopeNo", o.email, o.name, o.locale,
  o.time_zone as "timeZone", o.permissions, o.status, o.password_hash as "passwordHash",
  o.unlocked_until as "unlockedUntilMs", o.created_by as "createdBy", (select max(i.expires_at) from log_in_links i
    where i.audience = 'operator' and i.account_id = o.id and i.purpose = 'INVITATION'
      and i.accepted_at is null and i.revoked_at is null) as "invitedUntilMs",
  ${hasSecondFactorSql("operator", "o.id")} as "hasSecondFactor", o.last_login_at as "lastLoginAtMs", o.version,
  o.created_at as "createdAtMs", o.updated_at as "updatedAtMs"`;
const tables = "from operators o join tenants t on t.id = o.tenant_id";

/** The operators' accounts for log-in. */
export const operatorAccounts: AccountStore<Operator> = {
  findByEmail: async (db, email) => {
    const [row] = await db.query<Operator>({
      text: `select ${columns} ${tables} where o.email = lower($1)`,
      values: [email],
    });
    return row ?? null;
  },
  findById: async (db, id) => {
    const [row] = await db.query<Operator>({
      name: "operator_by_id",
      text: `select ${columns} ${tables} where o.id = $1`,
      values: [id],
    });
    return row ?? null;
  },
  lock: async (tx, id) => {
    const [row] = await tx.query<Operator>({
      text: `select ${columns} ${tables} where o.id = $1 for no key update of o`,
      values: [id],
    });
    return row ?? null;
  },
  writePassword: async (tx, id, passwordHash, nowMs) => {
    await tx.query({
      text: `update operators set password_hash = $2, version = version + 1, updated_at = $3,
               status = case status when 'INVITED' then 'ACTIVE' else status end
              where id = $1`,
      values: [id, passwordHash, new Date(nowMs)],
    });
  },
  writeProfile: async (tx, id, { name, locale, timeZone }, nowMs) => {
    await tx.query({
      text: `update operators set name = $2, locale = $3, time_zone = $4, version = version + 1, updated_at = $5
              where id = $1`,
      values: [id, name, locale, timeZone, new Date(nowMs)],
    });
  },
  writeUnlocked: async (tx, id, untilMs) => {
    await tx.query({
      text: "update operators set unlocked_until = $2 where id = $1",
      values: [id, new Date(untilMs)],
    });
  },
  writeLogin: async (tx, id, nowMs) => {
    await tx.query({
      text: "update operators set last_login_at = $2 where id = $1",
      values: [id, new Date(nowMs)],
    });
  },
};

/** Null for another tenant's operator. */
export async function findById(
  db: Queryable,
  tenantId: string,
  id: Id<"operator">,
): Promise<Operator | null> {
  const operator = await operatorAccounts.findById(db, id);
  return operator?.tenantId === tenantId ? operator : null;
}

/** Names by id; operators of other tenants are left out. */
export async function readOperatorNames(
  db: Queryable,
  tenantId: string,
  ids: readonly Id<"operator">[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; name: string }>({
    text: "select id, name from operators where tenant_id = $1 and id = any ($2::uuid[])",
    values: [tenantId, ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who can log in and act, by name, with what each may do. */
export function readActiveOperators(
  db: Queryable,
  tenantId: string,
): Promise<
  readonly { readonly id: Id<"operator">; readonly name: string; readonly permissions: readonly string[] }[]
> {
  return db.query({
    text: "select id, name, permissions from operators where tenant_id = $1 and status = 'ACTIVE' order by name, id",
    values: [tenantId],
  });
}

/** As `findById`, locked until the transaction ends. */
export async function lockById(
  tx: Transaction,
  tenantId: string,
  id: Id<"operator">,
): Promise<Operator | null> {
  const operator = await operatorAccounts.lock(tx, id);
  return operator?.tenantId === tenantId ? operator : null;
}

/** A tenant's operators are few: the whole list, oldest first. `text`: part of the name or the address; null: any. */
export function listByTenant(
  db: Queryable,
  tenantId: string,
  text: string | null,
): Promise<readonly Operator[]> {
  return db.query<Operator>({
    text: `select ${columns} ${tables}
      where o.tenant_id = $1 and ($2::text is null or strpos(lower(o.name), lower($2)) > 0 or strpos(lower(o.email), lower($2)) > 0)
      order by o.created_at, o.id`,
    values: [tenantId, text],
  });
}

export interface NewOperatorRow extends NewOperator {
  /** Null: the invitation link was not used yet. */
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

/** Not a change of the account: it was never used. */
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
