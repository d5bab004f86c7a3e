import type { Hearing } from "../kit/cache.ts";

/** A statement with its parameters. With `name` it is a prepared statement of the connection. */
export interface SqlQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
}

/**
 * Runs SQL. Columns come back as: `bigint` → BigInt, `timestamptz` → epoch milliseconds (number), `numeric` → text,
 * `bytea` → Buffer, `json`/`jsonb` → parsed, arrays of these → arrays. Column names stay as written in the SQL
 * (alias them to camelCase: `created_at as "createdAtMs"`).
 */
export interface Queryable {
  query<Row>(query: SqlQuery): Promise<readonly Row[]>;
}

/** An open transaction. Stores that write take it as their first parameter, so that no write happens outside it. */
export interface Transaction extends Queryable {
  readonly __transaction: true;
  /**
   * Runs `step` after all of the work, right before COMMIT, in the order of `turn`. For locks on a row that many
   * transactions need: each takes it last and in one order, so it is held briefly and never in a deadlock. A step that
   * rejects rolls the transaction back.
   */
  beforeCommit(turn: string, step: () => Promise<void>): void;
}

/** A pool of connections of the service's role. */
export interface Database extends Queryable {
  /**
   * Commits when `work` resolves and rolls back when it rejects. Deadlocks and serialization failures (40P01, 40001)
   * run the same work again, so `work` must have no effect outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `onMessage` for each NOTIFY on `channel`; survives a restart of PostgreSQL. Returns a function that
   * unsubscribes.
   */
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  /** Whether what `listen` waits for arrives. */
  readonly hearing: Hearing;
  /**
   * Sends `message` (without a comma) to every process that listens on `channel`. Messages sent within a few tens of
   * milliseconds share one notification, separated by commas (`messagesOf`). Messages can be lost, so a slow poll must find the
   * same work.
   */
  notify(channel: string, message: string): void;
  /** Null when the database answers within a second and accepts writes, otherwise the reason. Never rejects. */
  trouble(): Promise<string | null>;
  /**
   * For statements that only read and decide nothing about money: a replica may answer them, once it has all that was
   * acknowledged before. Absent where there is no replica.
   */
  readonly reads?: Queryable;
  close(): Promise<void>;
}

/** The same as far as it is known: what reads rows does not ask for a whole `Database`. */
export type ReadableElsewhere = Queryable & Pick<Database, "reads">;
