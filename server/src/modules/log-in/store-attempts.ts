import type { Queryable, Transaction } from "../../db/database.ts";
import { type AccountCount, ATTEMPTS_MAX } from "./attempt-rules.ts";
import type { AccountKey } from "./types.ts";

/** A subject of counting: one account, or one account from one address. Each a SHA-256. */
export interface AttemptSubject {
  readonly subject: Buffer;
  readonly account: Buffer;
}

/**
 * Counts an attempt before its password is checked, so that parallel ones are counted too; those before `sinceMs` do
 * not count any more.
 */
export async function countAttempt(
  db: Queryable,
  { subject, account }: AttemptSubject,
  nowMs: number,
  sinceMs: number,
): Promise<AccountCount> {
  const [row] = await db.query<AccountCount>({
    text: `insert into log_in_attempts as a (subject, account, attempts, last_at) values ($1, $2, 1, $3)
           on conflict (subject) do update set
             attempts = case when a.last_at < $4 then 1 else a.attempts + 1 end,
             -- Who is locked out is let in again after the time, however often it tries meanwhile.
             last_at = case when a.last_at >= $4 and a.attempts >= $5 then a.last_at else excluded.last_at end
           returning attempts, last_at as "lastAtMs"`,
    values: [subject, account, new Date(nowMs), new Date(sinceMs), ATTEMPTS_MAX],
  });
  if (row === undefined) throw new Error("an upsert returns its row");
  return row;
}

/** The count of an account, locked until the transaction ends; null when there is none. */
export async function lockAccountCount(
  tx: Transaction,
  account: Buffer,
  nowMs: number,
): Promise<AccountCount | null> {
  const [made] = await tx.query({
    text: `insert into log_in_attempts (subject, account, attempts, last_at) values ($1, $1, 0, $2)
           on conflict (subject) do nothing returning 1`,
    values: [account, new Date(nowMs)],
  });
  if (made !== undefined) return null;
  const [row] = await tx.query<AccountCount>({
    text: `select attempts, last_at as "lastAtMs" from log_in_attempts where subject = $1 for update`,
    values: [account],
  });
  return row ?? null;
}

export async function writeAccountCount(tx: Transaction, account: Buffer, next: AccountCount): Promise<void> {
  await tx.query({
    text: `insert into log_in_attempts (subject, account, attempts, last_at) values ($1, $1, $2, $3)
           on conflict (subject) do update set attempts = $2, last_at = $3`,
    values: [account, next.attempts, new Date(next.lastAtMs)],
  });
}

/** Clears all counts of an account, or those of one address and the total. */
export async function clearAttempts(
  tx: Transaction,
  { subject, account }: { readonly subject?: Buffer; readonly account: Buffer },
): Promise<void> {
  await tx.query({
    text: `delete from log_in_attempts
            where account = $1 and ($2::bytea is null or subject in ($1, $2))`,
    values: [account, subject ?? null],
  });
}

/** Whether somebody has logged in to this account from this address since `sinceMs`. */
export async function isKnownAddress(
  db: Queryable,
  { audience, id }: AccountKey,
  address: string,
  sinceMs: number,
): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from log_in_addresses
            where audience = $1 and account_id = $2 and address = $3 and last_at > $4`,
    values: [audience, id, address, new Date(sinceMs)],
  });
  return rows.length === 1;
}

/** Records a log-in from this address. */
export async function rememberAddress(
  tx: Transaction,
  { audience, id }: AccountKey,
  address: string,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into log_in_addresses (audience, account_id, address, last_at) values ($1, $2, $3, $4)
           on conflict (audience, account_id, address) do update set last_at = excluded.last_at`,
    values: [audience, id, address, new Date(nowMs)],
  });
}

/** Deletes expired counts and addresses. Returns the number of rows. */
export async function deleteOldAttempts(
  db: Queryable,
  beforeMs: number,
  knownSinceMs: number,
): Promise<number> {
  const rows = await db.query({
    text: `with forgotten as (delete from log_in_attempts where last_at <= $1 returning 1),
                left_behind as (delete from log_in_addresses where last_at <= $2 returning 1)
           select 1 from forgotten union all select 1 from left_behind`,
    values: [new Date(beforeMs), new Date(knownSinceMs)],
  });
  return rows.length;
}
