/** A statement with its parameters. `name` makes it a prepared statement of the connection. */
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

/** A transaction under way. Stores that write take it as their first parameter, so that no write can escape it. */
export interface Transaction extends Queryable {
  readonly __transaction: true;
  /**
   * Runs `step` behind all of the work, right before COMMIT, in the order of `turn`. For what locks a row that many
   * transactions want: it is locked last and in one order, so for a moment only and never in a circle. A step that
   * rejects rolls the transaction back.
   */
  beforeCommit(turn: string, step: () => Promise<void>): void;
}

/** A pool of connections of the service's role. */
export interface Database extends Queryable {
  /**
   * Commits when `work` resolves and rolls back when it rejects. Deadlocks and serialization failures (40P01, 40001) are
   * retried with the same work, so `work` holds no effect outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls `onMessage` for each NOTIFY on `channel`; survives a restart of PostgreSQL. Returns the way to stop. */
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  /**
   * Says `word` (without a comma) to every process that listens on `channel`; words said within a few tens of milliseconds
   * come in one message, parted by commas (`wordsOf`). For what a slow poll would find as well: words can be lost.
   */
  tell(channel: string, word: string): void;
  /** Null when the database answers within a second and takes writes, otherwise why not. Never rejects. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}
