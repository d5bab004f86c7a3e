import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../kit/logger.ts";
import { replicaLag, replicaReads, replicaUnused } from "../metrics/table.ts";
import type { Database, Queryable, SqlQuery } from "./database.ts";
import { CommitUnknownError, DatabaseUnavailableError, OverloadedError, sqlState } from "./errors.ts";
import {
  messageOfError,
  NotCaughtUpError,
  type Position,
  reach,
  readFollowing,
  readPosition,
} from "./replica-position.ts";

/** How often the replica is looked at. */
const LOOK_EVERY_MS = 5_000;
/** How long a read waits until the replica has what was acknowledged before it; then the primary answers. */
const CATCH_UP_MS = 300;
const NOT_LOOKED_AT = "it was not looked at yet";

export interface ReplicaOptions {
  readonly primary: Queryable;
  readonly replica: Pick<Database, "query" | "transaction" | "close">;
  readonly lagMaxSeconds: number;
  readonly log: Logger;
}

export interface Replica {
  /**
   * Runs statements that only read: on the replica once it has all that was acknowledged before the call, otherwise on the
   * primary. So a caller never reads less than at the primary.
   */
  readonly reads: Queryable;
  /** The same for the statements of one long check, on a connection of its own to the replica. */
  readsOn(connection: Queryable, fallback: Queryable, patienceMs: number): Queryable;
  /** Whether reads go to the replica now. */
  isUsed(): boolean;
  /** Looks at it once: its lag, and whether it may be used. Never rejects. */
  look(): Promise<void>;
  /** Begins to look at regular intervals. */
  start(): void;
  close(): Promise<void>;
}

export function createReplica({ primary, replica, lagMaxSeconds, log }: ReplicaOptions): Replica {
  /** Null: it is used. It is not before the first look. */
  let unusedBecause: string | null = NOT_LOOKED_AT;
  let looking: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  /** Logs a change once, and the first finding. */
  const become = (reason: string | null, lagSeconds: number | null): void => {
    const wasUsed = unusedBecause === null;
    if (reason === null && !wasUsed) log.info("database.replica.used", { lagSeconds });
    if (reason !== null && (wasUsed || unusedBecause === NOT_LOOKED_AT))
      log.warn("database.replica.unused", { reason, lagSeconds });
    unusedBecause = reason;
    replicaUnused.set({}, reason === null ? 0 : 1);
  };

  const look = async (): Promise<void> => {
    let position: Position;
    try {
      position = await readPosition(primary);
    } catch {
      // A primary that is away says nothing about the replica, and is told elsewhere.
      return;
    }
    try {
      const { lagSeconds, trouble } = await readFollowing(replica, position);
      if (lagSeconds !== null) replicaLag.set({}, lagSeconds);
      const isLate = lagSeconds !== null && lagSeconds > lagMaxSeconds;
      become(trouble ?? (isLate ? `it is more than ${lagMaxSeconds} s behind` : null), lagSeconds);
    } catch (error) {
      become(`it does not answer: ${messageOfError(error)}`, null);
    }
  };

  const answer = async <Row>(
    statement: SqlQuery,
    byPrimary: Queryable,
    onReplica: (position: Position) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> => {
    if (unusedBecause === null) {
      try {
        const rows = await onReplica(await readPosition(primary));
        replicaReads.add({ answered_by: "replica" });
        return rows;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
      }
    }
    replicaReads.add({ answered_by: "primary" });
    return byPrimary.query<Row>(statement);
  };

  return {
    reads: {
      query: <Row>(statement: SqlQuery) =>
        answer<Row>(statement, primary, (position) =>
          // One connection: the address may lead to several servers.
          replica.transaction(async (tx) => {
            await reach(tx, position, CATCH_UP_MS);
            return tx.query<Row>(statement);
          }),
        ),
    },
    readsOn: (connection, fallback, patienceMs) => ({
      query: <Row>(statement: SqlQuery) =>
        answer<Row>(statement, fallback, async (position) => {
          await reach(connection, position, patienceMs);
          return connection.query<Row>(statement);
        }),
    }),
    isUsed: () => unusedBecause === null,
    look,
    start: () => {
      looking = (async () => {
        while (!closing.signal.aborted) {
          await look();
          await sleep(LOOK_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        }
      })();
    },
    close: async () => {
      closing.abort();
      await looking;
      await replica.close();
    },
  };
}

/** Connections, conflicts with what is replayed, a server that ends: the primary may answer. */
function isOfReplica(error: unknown): boolean {
  return (
    error instanceof NotCaughtUpError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof OverloadedError ||
    error instanceof CommitUnknownError ||
    /^(?:40001|25006|53...|57P..|58...|XX00.)$/.test(sqlState(error) ?? "")
  );
}
