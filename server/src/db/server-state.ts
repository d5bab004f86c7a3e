import type { WantedServer } from "../kit/database-address.ts";
import type { Queryable } from "./database.ts";

/** The settings that decide whether a server accepts writes. */
export interface ServerState {
  readonly inRecovery: boolean;
  readonly readOnly: boolean;
}

export async function readServerState(db: Queryable): Promise<ServerState> {
  const [state] = await db.query<ServerState>({
    text: `select pg_is_in_recovery() as "inRecovery", current_setting('transaction_read_only') = 'on' as "readOnly"`,
  });
  if (state === undefined) throw new Error("a select without a row");
  return state;
}

/** Whether the database is one of Citus, which may keep its tables on other servers. */
export async function isCitus(db: Queryable): Promise<boolean> {
  const found = await db.query({ text: "select from pg_extension where extname = 'citus'" });
  return found.length > 0;
}

/** Why a server in this state refuses every write; null when it accepts them. */
export function refusesWrites({ inRecovery, readOnly }: ServerState): string | null {
  if (inRecovery)
    return "the server is a standby (in recovery) and refuses writes; the address must lead to the primary";
  if (readOnly)
    return "the server refuses writes: transactions are read-only (default_transaction_read_only)";
  return null;
}

/** Why a server in this state is not the one that is meant; null when it is. */
export function unwantedBecause(wanted: WantedServer, { inRecovery, readOnly }: ServerState): string | null {
  switch (wanted) {
    case "any":
    case "prefer-standby":
      return null;
    case "read-write":
      return inRecovery ? "is a standby" : readOnly ? "is read-only" : null;
    case "read-only":
      return inRecovery || readOnly ? null : "takes writes";
    case "primary":
      return inRecovery ? "is a standby" : null;
    case "standby":
      return inRecovery ? null : "is no standby";
  }
}

/** Two addresses with the same answer lead to one database: to its primary, a standby of it, or a pooler before them. */
export async function readDatabaseIdentity(db: Queryable): Promise<string> {
  const [row] = await db.query<{ identity: string }>({
    text: "select system_identifier || ' ' || current_database() as identity from pg_control_system()",
  });
  if (row === undefined) throw new Error("a select without a row");
  return row.identity;
}

/** Whether Citus has taken over the tables of this schema. */
export async function isDistributed(db: Queryable): Promise<boolean> {
  if (!(await isCitus(db))) return false;
  const found = await db.query({
    text: `select from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
            where c.relnamespace = current_schema()::regnamespace limit 1`,
  });
  return found.length > 0;
}
