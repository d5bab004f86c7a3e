import { setTimeout as sleep } from "node:timers/promises";
import { connectFailure, placeOf } from "./connect-failure.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import {
  DatabaseRefusedError,
  DatabaseUnavailableError,
  OverloadedError,
  StartStoppedError,
} from "./errors.ts";
import { readServerState, refusesWrites } from "./server-state.ts";

/** How long a start waits for a database that may still come up: another container, a failover. */
const PATIENCE_MS = 30_000;
const RETRY_DELAY_MS = 500;

export interface AwaitDatabaseOptions {
  readonly url: string;
  /** Called with what the start is waiting for, and again when that changes. */
  readonly progress: (step: string) => void;
  /** Aborted when the service is told to stop during the wait. */
  readonly stopping?: AbortSignal;
  readonly time?: WaitingTime;
}

/** Monotonic milliseconds, and a wait that an abort ends early. */
export interface WaitingTime {
  monotonicMs(): number;
  wait(ms: number, stopping?: AbortSignal): Promise<void>;
}

const machineTime: WaitingTime = {
  monotonicMs: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
};

/**
 * Resolves when the database accepts connections and writes. Waits up to 30 s for a condition that can pass: the server
 * is absent, starting, out of connections, or a standby. Rejects at once when an operator must fix something (a
 * password, a certificate, a missing database). Rejects with DatabaseRefusedError, whose message is one line with the
 * server's own words, and with StartStoppedError when the service was told to stop.
 */
export async function awaitDatabase(options: AwaitDatabaseOptions): Promise<void> {
  const { url, progress, stopping, time = machineTime } = options;
  const place = placeOf(url);
  const startedAtMs = time.monotonicMs();
  for (let told = ""; ; ) {
    const obstacle = await findObstacle(url);
    if (obstacle === null) return;
    const line = `PostgreSQL at ${place}: ${obstacle.explanation}`;
    if (obstacle.isPermanent) throw new DatabaseRefusedError(line, { cause: obstacle.cause });
    if (time.monotonicMs() - startedAtMs >= PATIENCE_MS) {
      throw new DatabaseRefusedError(`${line}. It was waited for ${PATIENCE_MS / 1_000} s.`, {
        cause: obstacle.cause,
      });
    }
    if (line !== told) progress(`Waiting for ${line}`);
    told = line;
    await time.wait(RETRY_DELAY_MS, stopping);
    if (stopping?.aborted === true)
      throw new StartStoppedError("told to stop while it waited for PostgreSQL");
  }
}

/**
 * Retries `work` during the start, after the database was reached: a busy machine may take longer to open the first
 * connection than the pool allows. Rejects with the last error after 30 s.
 */
export async function patiently<T>(work: () => Promise<T>, time: WaitingTime = machineTime): Promise<T> {
  const startedAtMs = time.monotonicMs();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const passes = error instanceof DatabaseUnavailableError || error instanceof OverloadedError;
      if (!passes || time.monotonicMs() - startedAtMs >= PATIENCE_MS) throw error;
      await time.wait(RETRY_DELAY_MS);
    }
  }
}

interface Obstacle {
  readonly explanation: string;
  readonly isPermanent: boolean;
  readonly cause?: unknown;
}

async function findObstacle(url: string): Promise<Obstacle | null> {
  try {
    const connection = await openDedicatedConnection({ url, applicationName: "cauris start" });
    try {
      const explanation = refusesWrites(await readServerState(connection));
      return explanation === null ? null : { explanation, isPermanent: false };
    } finally {
      connection.close().catch(() => {});
    }
  } catch (error) {
    // The driver's error: ours says only that the connection failed.
    const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
    return { ...connectFailure(cause, url), cause };
  }
}
