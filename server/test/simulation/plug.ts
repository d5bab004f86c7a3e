import type { BatchConnection } from "../../src/db/batch-writer.ts";
import type { Database, Queryable, SqlQuery, Transaction } from "../../src/db/database.ts";
import { noHearing } from "../../src/kit/cache.ts";

/** The error of every statement of a killed process. */
export class KilledError extends Error {
  override readonly name = "KilledError";
}

/**
 * The process's connection to its database. `cutAt` kills the process at a future commit: nothing after that point
 * reaches the database, whatever the code still tries, as after `kill -9`.
 */
export interface Plug {
  readonly db: Database;
  batchWriter(connection: BatchConnection): BatchConnection;
  /**
   * Kills at the `nth` commit from now, from 1. `before`: it is rolled back; `after`: it is committed, but unanswered.
   */
  cutAt(nth: number, side: "before" | "after"): void;
  /** Cancels a planned kill. */
  spare(): void;
  isCut(): boolean;
}

export function createPlug(inner: Database): Plug {
  let isCut = false;
  let plan: { left: number; readonly side: "before" | "after" } | null = null;

  const assertAlive = (): void => {
    if (isCut) throw new KilledError("the process was killed");
  };
  const die = (): never => {
    isCut = true;
    throw new KilledError("the process was killed");
  };
  /** On which side of this commit to kill, if at all. */
  const strike = (): "before" | "after" | null => {
    if (plan === null) return null;
    plan.left -= 1;
    if (plan.left > 0) return null;
    const { side } = plan;
    plan = null;
    return side;
  };

  const commit = async <T>(work: () => Promise<T>): Promise<T> => {
    assertAlive();
    const side = strike();
    if (side === "before") die();
    const result = await work();
    if (side === "after") die();
    assertAlive();
    return result;
  };
  const over = (queryable: Queryable): Queryable => ({
    query: <Row>(query: SqlQuery) => commit(() => queryable.query<Row>(query)),
  });

  return {
    db: {
      ...over(inner),
      transaction: async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
        assertAlive();
        const side = strike();
        const result = await inner.transaction(async (tx) => {
          const done = await work({
            __transaction: true,
            beforeCommit: tx.beforeCommit,
            query: <Row>(query: SqlQuery) => {
              assertAlive();
              return tx.query<Row>(query);
            },
          });
          if (side === "before") die();
          assertAlive();
          return done;
        });
        if (side === "after") die();
        return result;
      },
      // It is proved by real time, and a history must be the same each time.
      hearing: noHearing,
      listen: (channel, onMessage) => inner.listen(channel, onMessage),
      notify: (channel, word) => inner.notify(channel, word),
      trouble: () => inner.trouble(),
      close: async () => {},
    },
    batchWriter: (connection) => ({
      ...over(connection),
      isBroken: () => connection.isBroken(),
      close: () => connection.close(),
    }),
    cutAt: (nth, side) => {
      plan = { left: nth, side };
    },
    spare: () => {
      plan = null;
    },
    isCut: () => isCut,
  };
}
