import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import { operatorColumns, operatorTables } from "./store.ts";
import type { OpenSession, Operator } from "./types.ts";

/** The operator of a token, and the log-in that it identifies. */
export interface TokenHolder extends Operator {
  readonly sessionId: Id<"operatorSession">;
  readonly lastSeenAtMs: number;
}

/** Null when the token is unknown, expired, or was last used before `idleSinceMs`. */
export async function findByToken(
  db: Queryable,
  hash: Buffer,
  nowMs: number,
  idleSinceMs: number,
): Promise<TokenHolder | null> {
  const [row] = await db.query<TokenHolder>({
    name: "operator_by_token",
    text: `select ${operatorColumns}, s.id as "sessionId", s.last_seen_at as "lastSeenAtMs"
             ${operatorTables} join log_in_sessions s on s.audience = 'operator' and s.account_id = o.id
            where s.hash = $1 and s.expires_at > $2 and s.last_seen_at > $3`,
    values: [hash, new Date(nowMs), new Date(idleSinceMs)],
  });
  return row ?? null;
}

/** Of concurrent requests one writes: the others find it written. */
export async function touchSession(
  db: Queryable,
  id: Id<"operatorSession">,
  nowMs: number,
  seenBeforeMs: number,
): Promise<void> {
  await db.query({
    text: "update log_in_sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3",
    values: [id, new Date(nowMs), new Date(seenBeforeMs)],
  });
}

export async function insertSession(
  tx: Transaction,
  session: {
    readonly id: Id<"operatorSession">;
    readonly hash: Buffer;
    readonly operatorId: Id<"operator">;
    readonly ip: string;
    readonly expiresAtMs: number;
  },
  nowMs: number,
): Promise<void> {
  const { id, hash, operatorId, ip, expiresAtMs } = session;
  await tx.query({
    text: `with seen as (update operators set last_login_at = $5 where id = $3)
           insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at, expires_at)
           values ($1, $2, 'operator', $3, 'BEARER', $4, $5, $5, $6)`,
    values: [id, hash, operatorId, ip, new Date(nowMs), new Date(expiresAtMs)],
  });
}

/** Log-ins whose token still works, newest first. */
export function listSessions(
  db: Queryable,
  operatorId: Id<"operator">,
  nowMs: number,
  idleSinceMs: number,
): Promise<readonly OpenSession[]> {
  return db.query<OpenSession>({
    text: `select id, ip, created_at as "createdAtMs", last_seen_at as "lastSeenAtMs", expires_at as "expiresAtMs"
             from log_in_sessions where audience = 'operator' and account_id = $1 and expires_at > $2 and last_seen_at > $3
            order by created_at desc, id desc`,
    values: [operatorId, new Date(nowMs), new Date(idleSinceMs)],
  });
}

/** Ends one log-in of this operator. Returns false when there is no such log-in. */
export async function deleteSession(
  tx: Transaction,
  operatorId: Id<"operator">,
  id: Id<"operatorSession">,
): Promise<boolean> {
  const rows = await tx.query({
    text: "delete from log_in_sessions where audience = 'operator' and account_id = $1 and id = $2 returning 1",
    values: [operatorId, id],
  });
  return rows.length === 1;
}

/** Ends every log-in of the operator, or all but one. Returns how many. */
export async function deleteSessions(
  tx: Transaction,
  operatorId: Id<"operator">,
  except: Id<"operatorSession"> | null = null,
): Promise<number> {
  const rows = await tx.query({
    text: "delete from log_in_sessions where audience = 'operator' and account_id = $1 and id is distinct from $2 returning 1",
    values: [operatorId, except],
  });
  return rows.length;
}

/** Deletes ended log-ins. Returns the number of rows. */
export async function deleteOldSessions(db: Queryable, nowMs: number, idleSinceMs: number): Promise<number> {
  const rows = await db.query({
    text: "delete from log_in_sessions where expires_at <= $1 or last_seen_at <= $2 returning 1",
    values: [new Date(nowMs), new Date(idleSinceMs)],
  });
  return rows.length;
}
