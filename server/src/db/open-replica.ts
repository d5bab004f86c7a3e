import type { Logger } from "../kit/logger.ts";
import type { Database, Queryable } from "./database.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { createDatabase } from "./pool.ts";
import { createReplica, type Replica } from "./replica.ts";

export interface OpenReplicaOptions {
  readonly url: string;
  readonly primary: Database;
  readonly lagMaxSeconds: number;
  readonly log: Logger;
}

export interface OpenReplica extends Replica {
  /** A connection of its own for statements that take long, answered by `own` where the replica cannot. */
  connectChecks(own: Queryable, statementTimeoutMs: number): Promise<Queryable & { close(): Promise<void> }>;
}

/** Reads wait for the replica's connections as for the primary's; more readers than these go to the primary. */
const CONNECTIONS = 5;
/** Whoever the address leads to: nothing is written there. */
const settings = { default_transaction_read_only: "on" } as const;

/** Opens the connections to a replica on their first use. Nothing is read there before `look` has found it fit. */
export function openReplica({ url, primary, lagMaxSeconds, log }: OpenReplicaOptions): OpenReplica {
  const pool = createDatabase({ url, max: CONNECTIONS, applicationName: "cauris replica", log, settings });
  const replica = createReplica({ primary, replica: pool, lagMaxSeconds, log });
  return {
    ...replica,
    connectChecks: async (own, statementTimeoutMs) => {
      const connection = replica.isUsed()
        ? await openDedicatedConnection({
            url,
            applicationName: "cauris replica checks",
            settings,
            statementTimeoutMs,
          }).catch(() => null)
        : null;
      if (connection === null) return { query: own.query, close: async () => {} };
      const { query } = replica.readsOn(connection, own, lagMaxSeconds * 1_000);
      return { query, close: connection.close };
    },
  };
}
