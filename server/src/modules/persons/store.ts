import type { Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import { type AccountStore, hasSecondFactorSql } from "../log-in/index.ts";
import type { NewPerson, Person } from "./types.ts";

const columns = `'merchant' as audience, p.id, p.tenant_id as "tenantId", p.email, p.name, p.locale,
  p.time_zone as "timeZone", p.password_hash as "passwordHash", p.status, p.unlocked_until as "unlockedUntilMs",
  p.last_login_at as "lastLoginAtMs", ${hasSecondFactorSql("merchant", "p.id")} as "hasSecondFactor", p.version,
  p.created_at as "createdAtMs"`;

/** The persons' accounts for log-in. */
export const personAccounts: AccountStore<Person> = {
  findByEmail: async (db, email) => {
    const [row] = await db.query<Person>({
      text: `select ${columns} from persons p where p.email = lower($1)`,
      values: [email],
    });
    return row ?? null;
  },
  findById: async (db, id) => {
    const [row] = await db.query<Person>({
      name: "person_by_id",
      text: `select ${columns} from persons p where p.id = $1`,
      values: [id],
    });
    return row ?? null;
  },
  lock: async (tx, id) => {
    const [row] = await tx.query<Person>({
      text: `select ${columns} from persons p where p.id = $1 for no key update of p`,
      values: [id],
    });
    return row ?? null;
  },
  writePassword: async (tx, id, passwordHash, nowMs) => {
    await tx.query({
      text: "update persons set password_hash = $2, version = version + 1, updated_at = $3 where id = $1",
      values: [id, passwordHash, new Date(nowMs)],
    });
  },
  writeProfile: async (tx, id, { name, locale, timeZone }, nowMs) => {
    await tx.query({
      text: `update persons set name = $2, locale = $3, time_zone = $4, version = version + 1, updated_at = $5
              where id = $1`,
      values: [id, name, locale, timeZone, new Date(nowMs)],
    });
  },
  writeUnlocked: async (tx, id, untilMs) => {
    await tx.query({
      text: "update persons set unlocked_until = $2 where id = $1",
      values: [id, new Date(untilMs)],
    });
  },
  writeLogin: async (tx, id, nowMs) => {
    await tx.query({
      text: "update persons set last_login_at = $2 where id = $1",
      values: [id, new Date(nowMs)],
    });
  },
};

/** Returns false when the address is taken. */
export async function insertPerson(
  tx: Transaction,
  id: Id<"person">,
  person: Omit<NewPerson, "password"> & { readonly passwordHash: string | null },
  nowMs: number,
): Promise<boolean> {
  const { tenantId, email, name, locale, timeZone, passwordHash } = person;
  const rows = await tx.query({
    text: `insert into persons (id, tenant_id, email, name, locale, time_zone, password_hash, status, created_at, updated_at)
           values ($1, $2, lower($3), $4, $5, $6, $7, 'ACTIVE', $8, $8) on conflict (email) do nothing returning 1`,
    values: [id, tenantId, email, name, locale, timeZone, passwordHash, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Not a change of the account: it was never used. */
export async function replaceFirstPassword(
  tx: Transaction,
  id: Id<"person">,
  passwordHash: string,
): Promise<void> {
  await tx.query({
    text: "update persons set password_hash = $2 where id = $1 and version = 1",
    values: [id, passwordHash],
  });
}
