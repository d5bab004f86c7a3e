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

/** Why a server in this state refuses every write; null when it accepts them. */
export function refusesWrites({ inRecovery, readOnly }: ServerState): string | null {
  if (inRecovery)
    return "the server is a standby (in recovery) and refuses writes; the address must lead to the primary";
  if (readOnly)
    return "the server refuses writes: transactions are read-only (default_transaction_read_only)";
  return null;
}
