import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../kit/logger.ts";
import { createSystemRandom, type Random } from "../kit/random.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";
import { beforeReading } from "../metrics/own.ts";
import { poolConnections, poolWait } from "../metrics/table.ts";
import { clientClassOf } from "./client.ts";
import type { Database, SqlQuery, Transaction } from "./database.ts";
import { outsideTransaction, unreachable } from "./dedicated.ts";
import { CommitUnknownError, DatabaseUnavailableError, isRetryable, OverloadedError } from "./errors.ts";
import { createHealthProbe } from "./health-probe.ts";
import { createListener } from "./listener.ts";
import { createNotifier } from "./notifier.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import {
  ConnectionBrokenError,
  createSession,
  LOCK_TIMEOUT_MS,
  type Session,
  sessionConfig,
} from "./session.ts";

export interface DatabaseOptions {
  readonly url: string;
  /** The same database past a pooler, for the connection that listens; `url` when absent. */
  readonly directUrl?: string;
  /** Maximum number of connections. */
  readonly max: number;
  readonly applicationName: string;
  readonly log: Logger;
  /** Jitter for the retries of conflicting transactions. */
  readonly random?: Random;
  /** Statement timeout. */
  readonly statementTimeoutMs?: number;
  /** How long work may wait for a connection, including the time to open a new one. */
  readonly connectionWaitMs?: number;
  /** How long a statement may wait for a lock. */
  readonly lockTimeoutMs?: number;
  /** Receives the writes that the server refuses to every client. */
  readonly refusedWrites?: RefusedWrites;
  /** PostgreSQL settings of each connection. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Attempts of a transaction in all, when PostgreSQL rolls it back for a deadlock or a serialization failure. */
export const TRANSACTION_ATTEMPTS_MAX = 6;
const RETRY_DELAY_MS = 5;
const IDLE_TIMEOUT_MS = 30_000;
const CONNECTION_WAIT_MS_MAX = 1_500;
/** How long closing waits for a server that does not react to the Terminate message. */
const END_WAIT_MS_MAX = 1_000;
/** How much work may wait per connection: more would time out anyway. */
const WAITING_PER_CONNECTION_MAX = 50;
/** A wait for a connection that is longer than this shortens the time that the transaction may wait for a lock. */
const FREE_WAIT_MS = 300;
const LOCK_TIMEOUT_MS_MIN = 300;

/**
 * A pool of connections. Work rejects with OverloadedError when it got no connection in time, with
 * DatabaseUnavailableError when nothing took effect, and with CommitUnknownError when that cannot be known. Errors of
 * PostgreSQL pass through unchanged (`sqlState`, `constraintOf`).
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { max, log, random = createSystemRandom(), lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    ...sessionConfig(options),
    Client: clientClassOf(options) as new () => pg.Client,
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS_MAX,
  });
  const sessions = new WeakMap<pg.PoolClient, Session>();
  // Idle connections may die: the pool drops them and opens new ones on the next use.
  const trouble = createTroubleLog({
    log,
    event: "database.connections.lost",
    level: "warn",
    nowMs: () => performance.now(),
  });
  let isClosing = false;
  pool.on("error", (error) => {
    // A server that shuts down with us also ends connections that we are closing.
    if (!isClosing) trouble.failed(error);
  });
  const connected = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    trouble.worked();
    connected.add(client);
    client.once("end", () => connected.delete(client));
    sessions.set(client, createSession(client, options, options.refusedWrites));
  });
  const forgetPool = beforeReading(() => {
    poolConnections.set({ pool: options.applicationName, state: "idle" }, pool.idleCount);
    poolConnections.set({ pool: options.applicationName, state: "used" }, pool.totalCount - pool.idleCount);
  });
  const listener = createListener({
    ...options,
    url: options.directUrl ?? options.url,
    applicationName: `${options.applicationName} listener`,
  });
  const notifier = createNotifier(listener.send, log);
  const health = createHealthProbe(
    { ...options, applicationName: `${options.applicationName} health` },
    options.refusedWrites,
  );

  /**
   * Lends a connection to `work` and returns it to the pool; a broken one, or one left in a transaction, is destroyed.
   */
  const withSession = async <T>(work: (session: Session, waitedMs: number) => Promise<T>): Promise<T> => {
    if (pool.waitingCount >= max * WAITING_PER_CONNECTION_MAX) {
      throw new OverloadedError("too much work waits for a connection");
    }
    const askedAtMs = performance.now();
    const client = await pool.connect().catch((cause: unknown) => {
      if (cause instanceof Error && cause.message === WAITED_IN_VAIN) {
        throw new OverloadedError("every connection is at work", { cause });
      }
      throw unreachable(cause, options.url);
    });
    const session = sessions.get(client);
    const waitedMs = performance.now() - askedAtMs;
    poolWait.observe({ pool: options.applicationName }, waitedMs / 1_000);
    let failure: Error | undefined;
    try {
      if (session === undefined) throw new Error("a connection without a session");
      return await work(session, waitedMs);
    } catch (error) {
      if (error instanceof RollbackFailedError) failure = error;
      throw error instanceof RollbackFailedError ? error.reason : error;
    } finally {
      client.release(failure ?? session?.brokenBy() ?? undefined);
    }
  };

  const retrying = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || tries === TRANSACTION_ATTEMPTS_MAX) throw error;
        log.debug("database.transaction.retried", { tries, error });
        await sleep(random.unit() * RETRY_DELAY_MS * 2 ** tries);
      }
    }
  };

  const query = <Row>(statement: SqlQuery): Promise<readonly Row[]> =>
    retrying(() =>
      withSession(async (session) => {
        try {
          return (await session.query<Row>(statement)).rows;
        } catch (error) {
          throw outsideTransaction(error);
        }
      }),
    );

  return {
    query,
    transaction: (work) =>
      retrying(() =>
        withSession((session, waitedMs) =>
          runTransaction(session, beginAfter(waitedMs, lockTimeoutMs), work),
        ),
      ),
    listen: listener.listen,
    hearing: listener.hearing,
    notify: notifier.notify,
    trouble: health.trouble,
    close: async () => {
      isClosing = true;
      forgetPool();
      await Promise.all([listener.close(), health.close()]);
      const ended = [...connected].map(
        (client) => new Promise<void>((resolve) => client.once("end", () => resolve())),
      );
      await pool.end();
      // The driver's pool does not wait until its connections have ended: a following stop of the server would still
      // meet them.
      const late = new AbortController();
      const tooLong = sleep(END_WAIT_MS_MAX, undefined, { ref: false, signal: late.signal }).catch(() => {});
      await Promise.race([Promise.all(ended), tooLong]);
      late.abort();
    },
  };
}

/** Carries `reason` past a connection that could not roll back and must not be reused. */
class RollbackFailedError extends Error {
  override readonly name = "RollbackFailedError";
  readonly reason: unknown;
  constructor(reason: unknown, cause: unknown) {
    super("ROLLBACK failed", { cause });
    this.reason = reason;
  }
}

/** The message of the driver's pool when the wait for a connection timed out. */
const WAITED_IN_VAIN = "timeout exceeded when trying to connect";

/** The longer the wait for a connection was, the shorter the lock timeout. */
function beginAfter(waitedMs: number, lockTimeoutMs: number): string {
  const leftMs = Math.max(LOCK_TIMEOUT_MS_MIN, Math.round(lockTimeoutMs + FREE_WAIT_MS - waitedMs));
  return leftMs < lockTimeoutMs ? `begin; set local lock_timeout = ${leftMs}` : "begin";
}

async function runTransaction<T>(
  session: Session,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let over = false;
  const lastSteps: { readonly turn: string; readonly step: () => Promise<void> }[] = [];
  const tx: Transaction = {
    __transaction: true,
    beforeCommit: (turn, step) => {
      if (over) throw new Error("a step for a transaction that is over");
      lastSteps.push({ turn, step });
    },
    query: async <Row>(statement: SqlQuery) => {
      // The connection may already serve another transaction.
      if (over) throw new Error("a query in a transaction that is over");
      return (await session.query<Row>(statement)).rows;
    },
  };
  try {
    await session.query({ text: begin });
    const result = await work(tx);
    // The sort is stable: steps with the same turn run in the order of their calls.
    lastSteps.sort((one, other) => (one.turn < other.turn ? -1 : one.turn > other.turn ? 1 : 0));
    for (const { step } of lastSteps) await step();
    over = true;
    await commit(session);
    return result;
  } catch (error) {
    over = true;
    if (session.brokenBy() === null) await rollBack(session, error);
    // A connection that breaks before COMMIT was sent ends the transaction without effect.
    if (error instanceof ConnectionBrokenError) {
      throw new DatabaseUnavailableError("the connection to PostgreSQL broke", { cause: error });
    }
    throw error;
  }
}

async function commit(session: Session): Promise<void> {
  let command: string;
  try {
    ({ command } = await session.query({ text: "commit" }));
  } catch (error) {
    if (!(error instanceof ConnectionBrokenError) || !error.sent) throw error;
    throw new CommitUnknownError("the connection broke before COMMIT was answered", { cause: error });
  }
  // COMMIT of a transaction in which a statement failed rolls back; only the command tag shows it.
  if (command !== "COMMIT")
    throw new Error("the transaction was rolled back: one of its statements had failed");
}

async function rollBack(session: Session, reason: unknown): Promise<void> {
  try {
    await session.query({ text: "rollback" });
  } catch (cause) {
    if (session.brokenBy() === null) throw new RollbackFailedError(reason, cause);
  }
}
