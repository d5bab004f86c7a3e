import type { Queryable, Transaction } from "../../db/database.ts";
import type { AudienceName } from "../../kit/audience.ts";
import type { Id } from "../../kit/ids.ts";
import type { AccountId, AccountKey } from "./types.ts";

export interface Passkey {
  readonly id: Id<"passkey">;
  readonly credentialId: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  /** The authenticator's own count; 0 where it does not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  /** Whether it is copied to other devices of its holder. */
  readonly isSynced: boolean;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

const columns = `id, credential_id as "credentialId", public_key as "publicKey", sign_count::float8 as "signCount",
  transports, name, is_synced as "isSynced", created_at as "createdAtMs", last_used_at as "lastUsedAtMs"`;

/** Oldest first. */
export function listPasskeys(db: Queryable, { audience, id }: AccountKey): Promise<readonly Passkey[]> {
  return db.query<Passkey>({
    text: `select ${columns} from passkeys where audience = $1 and account_id = $2 order by created_at, id`,
    values: [audience, id],
  });
}

/** Whose passkey it is; null when the audience has none with this id. */
export async function findOwner(
  db: Queryable,
  audience: AudienceName,
  credentialId: Buffer,
): Promise<AccountId | null> {
  const [row] = await db.query<{ readonly accountId: AccountId }>({
    text: `select account_id as "accountId" from passkeys where audience = $1 and credential_id = $2`,
    values: [audience, credentialId],
  });
  return row?.accountId ?? null;
}

/** Locked until the transaction ends, so that its count is compared and written by one log-in at a time. */
export async function lockPasskey(
  tx: Transaction,
  audience: AudienceName,
  credentialId: Buffer,
): Promise<Passkey | null> {
  const [row] = await tx.query<Passkey>({
    text: `select ${columns} from passkeys where audience = $1 and credential_id = $2 for update`,
    values: [audience, credentialId],
  });
  return row ?? null;
}

/** Returns false when the passkey exists. */
export async function insertPasskey(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  passkey: Omit<Passkey, "lastUsedAtMs">,
): Promise<boolean> {
  const { id, credentialId, publicKey, signCount, transports, name, isSynced, createdAtMs } = passkey;
  const rows = await tx.query({
    text: `insert into passkeys (id, audience, account_id, credential_id, public_key, sign_count, transports, name,
             is_synced, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing returning 1`,
    values: [
      ...[id, audience, accountId, credentialId, publicKey, signCount, transports, name, isSynced],
      new Date(createdAtMs),
    ],
  });
  return rows.length === 1;
}

export async function writePasskeyUse(
  tx: Transaction,
  id: Id<"passkey">,
  signCount: number,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "update passkeys set sign_count = $2, last_used_at = $3 where id = $1",
    values: [id, signCount, new Date(nowMs)],
  });
}

/** Returns false when the account has no such passkey. */
export async function deletePasskey(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  id: Id<"passkey">,
): Promise<boolean> {
  const rows = await tx.query({
    text: "delete from passkeys where audience = $1 and account_id = $2 and id = $3 returning 1",
    values: [audience, accountId, id],
  });
  return rows.length === 1;
}

export async function deletePasskeys(tx: Transaction, { audience, id }: AccountKey): Promise<void> {
  await tx.query({
    text: "delete from passkeys where audience = $1 and account_id = $2",
    values: [audience, id],
  });
}

/** JOIN: for whoever opens an account by a link, with a passkey instead of a password. */
export type ChallengePurpose = "REGISTER" | "LOG_IN" | "STEP_UP" | "JOIN";

/** What a passkey is to sign, and for whom; `accountId` is null before log-in. */
export interface Challenge {
  readonly challenge: Buffer;
  readonly audience: AudienceName;
  readonly purpose: ChallengePurpose;
  readonly accountId: AccountId | null;
}

export async function insertChallenge(
  db: Queryable,
  { challenge, audience, purpose, accountId, link }: Challenge & { readonly link: Buffer | null },
  expiresAtMs: number,
): Promise<void> {
  await db.query({
    text: `insert into passkey_challenges (challenge, audience, purpose, account_id, link, expires_at)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [challenge, audience, purpose, accountId, link, new Date(expiresAtMs)],
  });
}

/** Uses a challenge up, whatever comes of it: it is never answered twice. Returns false when it is not open. */
export async function takeChallenge(
  db: Queryable,
  { challenge, audience, purpose, accountId }: Challenge,
  nowMs: number,
): Promise<boolean> {
  const rows = await db.query({
    text: `delete from passkey_challenges
            where challenge = $1 and audience = $2 and purpose = $3 and account_id is not distinct from $4
              and expires_at > $5 returning 1`,
    values: [challenge, audience, purpose, accountId, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Uses the challenge of a link up, and returns the account that its passkey is for; null when it is not open. */
export async function takeJoinChallenge(
  db: Queryable,
  audience: AudienceName,
  challenge: Buffer,
  link: Buffer,
  nowMs: number,
): Promise<AccountId | null> {
  const [row] = await db.query<{ readonly accountId: AccountId }>({
    text: `delete from passkey_challenges
            where challenge = $1 and audience = $2 and purpose = 'JOIN' and link = $3 and expires_at > $4
            returning account_id as "accountId"`,
    values: [challenge, audience, link, new Date(nowMs)],
  });
  return row?.accountId ?? null;
}

/** Returns the number of rows. */
export async function deleteOldChallenges(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query({
    text: "delete from passkey_challenges where expires_at <= $1 returning 1",
    values: [new Date(nowMs)],
  });
  return rows.length;
}
