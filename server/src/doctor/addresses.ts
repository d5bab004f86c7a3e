import type { Config } from "../config.ts";
import type { Queryable } from "../db/database.ts";
import { openDedicatedConnection } from "../db/dedicated.ts";
import { readFollowing, readPosition } from "../db/replica-position.ts";
import { readDatabaseIdentity } from "../db/server-state.ts";
import { checkSessions } from "../db/session-check.ts";
import type { Logger } from "../kit/logger.ts";
import { type Finding, messageOf, ok, spell, unseen, wrong } from "./finding.ts";

/** Whether messages between processes arrive: what needs a session goes past a pooler in transaction mode. */
export async function lookAtPooler(
  { databaseUrl, databaseDirectUrl }: Config,
  log: Logger,
): Promise<Finding> {
  const name = "sessions reach PostgreSQL";
  if (databaseUrl === undefined) return unseen(name, "the service runs its own PostgreSQL");
  const url = databaseUrl.reveal();
  try {
    const { isPooled } = await checkSessions(url, log, { mayBePooled: true });
    if (databaseDirectUrl === undefined)
      return isPooled
        ? wrong(
            name,
            "a pooler in transaction mode stands before it, and messages between processes are lost",
            "Set DATABASE_DIRECT_URL to PostgreSQL's own address.",
          )
        : ok(name, "nothing stands between that mixes them");
    const direct = databaseDirectUrl.reveal();
    await checkSessions(direct, log, { mustBeDirect: true });
    const [one, other] = await Promise.all([url, direct].map(identityOf));
    if (one !== other)
      return wrong(
        name,
        "DATABASE_DIRECT_URL leads to another database than DATABASE_URL",
        "Let both name the same server and database.",
      );
    return ok(name, isPooled ? "past the pooler, by DATABASE_DIRECT_URL" : "by DATABASE_DIRECT_URL");
  } catch (error) {
    return wrong(name, messageOf(error), "Correct DATABASE_URL or DATABASE_DIRECT_URL.");
  }
}

async function identityOf(url: string): Promise<string> {
  return withConnection(url, readDatabaseIdentity);
}

async function withConnection<T>(url: string, work: (db: Queryable) => Promise<T>): Promise<T> {
  const connection = await openDedicatedConnection({ url, applicationName: "cauris doctor" });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Whether the replica can answer what it is there for. */
export async function lookAtReplica(
  primary: Queryable,
  { databaseReplicaUrl, databaseReplicaLag }: Config,
): Promise<Finding> {
  const name = "the replica follows the primary";
  if (databaseReplicaUrl === undefined) return unseen(name, "there is none");
  const cure = "Let DATABASE_REPLICA_URL lead to a standby of DATABASE_URL's server, and look at its log.";
  try {
    return await withConnection(databaseReplicaUrl.reveal(), async (replica) => {
      const [one, other] = await Promise.all([primary, replica].map(readDatabaseIdentity));
      if (one !== other) return wrong(name, "it is a copy of another database", cure);
      const { lagSeconds, trouble } = await readFollowing(replica, await readPosition(primary));
      if (trouble !== null) return wrong(name, trouble, cure);
      return (lagSeconds ?? 0) > databaseReplicaLag
        ? wrong(name, `it is ${spell(lagSeconds ?? 0)} behind, and the primary answers for it`, cure)
        : ok(name, `${spell(lagSeconds ?? 0)} behind`);
    });
  } catch (error) {
    return wrong(name, messageOf(error), cure);
  }
}
