import type { Queryable, Transaction } from "../../db/database.ts";
import type { AccountKey } from "./types.ts";

/** The state of an account's second factors; secrets are sealed. */
export interface SecondFactor {
  /** Of one-time passwords; null when the account has none. */
  readonly secret: Buffer | null;
  readonly confirmedAtMs: number | null;
  readonly lastStep: number | null;
  readonly pendingSecret: Buffer | null;
  readonly pendingAtMs: number | null;
  readonly codesLeft: number;
  readonly passkeys: number;
}

/** An account has a second factor when it has one-time passwords or a passkey. Takes the SQL of its id. */
export const hasSecondFactorSql = (audience: AccountKey["audience"], id: string): string =>
  `(exists (select from second_factors f where f.audience = '${audience}' and f.account_id = ${id} and f.secret is not null)
    or exists (select from passkeys k where k.audience = '${audience}' and k.account_id = ${id}))`;

/** To use a code up, call it under the lock of the account. */
export async function readSecondFactor(db: Queryable, { audience, id }: AccountKey): Promise<SecondFactor> {
  const [row] = await db.query<SecondFactor>({
    text: `select f.secret, f.confirmed_at as "confirmedAtMs", f.last_step::float8 as "lastStep",
             f.pending_secret as "pendingSecret", f.pending_at as "pendingAtMs",
             (select count(*)::int from recovery_codes c
               where c.audience = $1 and c.account_id = $2 and c.used_at is null) as "codesLeft",
             (select count(*)::int from passkeys k where k.audience = $1 and k.account_id = $2) as passkeys
             from (select) one left join second_factors f on f.audience = $1 and f.account_id = $2`,
    values: [audience, id],
  });
  if (row === undefined) throw new Error("a left join returns its left row");
  return row;
}

/** A new secret waiting for its first code; it replaces another waiting one. */
export async function writePending(
  tx: Transaction,
  { audience, id }: AccountKey,
  sealed: Buffer,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into second_factors (audience, account_id, pending_secret, pending_at) values ($1, $2, $3, $4)
           on conflict (audience, account_id) do update set pending_secret = $3, pending_at = $4`,
    values: [audience, id, sealed, new Date(nowMs)],
  });
}

/** Puts the waiting secret in force. */
export async function confirmPending(
  tx: Transaction,
  { audience, id }: AccountKey,
  step: number,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update second_factors set secret = pending_secret, confirmed_at = $4, last_step = $3,
             pending_secret = null, pending_at = null where audience = $1 and account_id = $2`,
    values: [audience, id, step, new Date(nowMs)],
  });
}

export async function writeLastStep(
  tx: Transaction,
  { audience, id }: AccountKey,
  step: number,
): Promise<void> {
  await tx.query({
    text: "update second_factors set last_step = $3 where audience = $1 and account_id = $2",
    values: [audience, id, step],
  });
}

/** Returns false when the code does not exist or was used. */
export async function spendRecoveryCode(
  tx: Transaction,
  { audience, id }: AccountKey,
  hash: Buffer,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update recovery_codes set used_at = $4
            where audience = $1 and account_id = $2 and hash = $3 and used_at is null returning 1`,
    values: [audience, id, hash, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Earlier codes stop working. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  account: AccountKey,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, account);
  await tx.query({
    text: `insert into recovery_codes (audience, account_id, hash)
           select $1, $2, hash from unnest($3::bytea[]) as made (hash)`,
    values: [account.audience, account.id, hashes],
  });
}

export async function deleteRecoveryCodes(tx: Transaction, { audience, id }: AccountKey): Promise<void> {
  await tx.query({
    text: "delete from recovery_codes where audience = $1 and account_id = $2",
    values: [audience, id],
  });
}

/** One-time passwords, in force or waiting. */
export async function deleteTotp(tx: Transaction, { audience, id }: AccountKey): Promise<void> {
  await tx.query({
    text: "delete from second_factors where audience = $1 and account_id = $2",
    values: [audience, id],
  });
}
