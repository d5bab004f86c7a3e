import type { Queryable, Transaction } from "../../db/database.ts";
import type { Audience } from "./audiences.ts";
import type { AccountId, AccountKey, Session, SessionId } from "./types.ts";

export type Carrier = "COOKIE" | "BEARER";

const columns = `id, ip, device, created_at as "createdAtMs", last_seen_at as "lastSeenAtMs",
  stepped_up_at as "steppedUpAtMs", expires_at as "expiresAtMs"`;

export interface FoundSession extends Session {
  readonly accountId: AccountId;
}

/** Null when the token is unknown, expired, was not used for too long, or is of another audience or carrier. */
export async function findByToken(
  db: Queryable,
  audience: Audience,
  carrier: Carrier,
  hash: Buffer,
  nowMs: number,
): Promise<FoundSession | null> {
  const [row] = await db.query<FoundSession>({
    name: "log_in_session_by_token",
    text: `select ${columns}, account_id as "accountId" from log_in_sessions
            where hash = $1 and audience = $2 and carrier = $3 and expires_at > $4 and last_seen_at > $5`,
    values: [hash, audience.name, carrier, new Date(nowMs), new Date(nowMs - audience.idleMs)],
  });
  return row ?? null;
}

/** Of concurrent requests one writes: the others find it written. */
export async function touchSession(
  db: Queryable,
  id: SessionId,
  nowMs: number,
  seenBeforeMs: number,
): Promise<void> {
  await db.query({
    text: "update log_in_sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3",
    values: [id, new Date(nowMs), new Date(seenBeforeMs)],
  });
}

export interface NewSession extends Omit<Session, "lastSeenAtMs"> {
  readonly hash: Buffer;
  readonly carrier: Carrier;
}

export async function insertSession(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  session: NewSession,
): Promise<void> {
  const { id, hash, carrier, ip, device, createdAtMs, steppedUpAtMs, expiresAtMs } = session;
  const steppedUpAt = steppedUpAtMs === null ? null : new Date(steppedUpAtMs);
  await tx.query({
    text: `insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, device, created_at, last_seen_at,
             stepped_up_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
    values: [
      ...[id, hash, audience, accountId, carrier, ip, device],
      ...[new Date(createdAtMs), steppedUpAt, new Date(expiresAtMs)],
    ],
  });
}

/** The log-in goes on under another token. Returns its end, or null when it has ended already. */
export async function renewSession(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  id: SessionId,
  hash: Buffer,
  nowMs: number,
): Promise<number | null> {
  const [row] = await tx.query<{ readonly expiresAtMs: number }>({
    text: `update log_in_sessions set hash = $4, stepped_up_at = $5, last_seen_at = $5
            where audience = $1 and account_id = $2 and id = $3 returning expires_at as "expiresAtMs"`,
    values: [audience, accountId, id, hash, new Date(nowMs)],
  });
  return row?.expiresAtMs ?? null;
}

/** Log-ins whose token still works, newest first. */
export function listSessions(
  db: Queryable,
  audience: Audience,
  accountId: AccountId,
  nowMs: number,
): Promise<readonly Session[]> {
  return db.query<Session>({
    text: `select ${columns} from log_in_sessions
            where audience = $1 and account_id = $2 and expires_at > $3 and last_seen_at > $4
            order by created_at desc, id desc`,
    values: [audience.name, accountId, new Date(nowMs), new Date(nowMs - audience.idleMs)],
  });
}

/** Ends one log-in of this account. Returns false when there is no such log-in. */
export async function deleteSession(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  id: SessionId,
): Promise<boolean> {
  const rows = await tx.query({
    text: "delete from log_in_sessions where audience = $1 and account_id = $2 and id = $3 returning 1",
    values: [audience, accountId, id],
  });
  return rows.length === 1;
}

/** Ends every log-in of the account, or all but one. Returns how many. */
export async function deleteSessions(
  tx: Transaction,
  { audience, id: accountId }: AccountKey,
  except: SessionId | null = null,
): Promise<number> {
  const rows = await tx.query({
    text: `delete from log_in_sessions
            where audience = $1 and account_id = $2 and id is distinct from $3 returning 1`,
    values: [audience, accountId, except],
  });
  return rows.length;
}

/** Deletes ended log-ins. Returns the number of rows. */
export async function deleteOldSessions(db: Queryable, audience: Audience, nowMs: number): Promise<number> {
  const rows = await db.query({
    text: "delete from log_in_sessions where audience = $1 and (expires_at <= $2 or last_seen_at <= $3) returning 1",
    values: [audience.name, new Date(nowMs), new Date(nowMs - audience.idleMs)],
  });
  return rows.length;
}
