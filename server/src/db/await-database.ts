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

/** So long a start waits for a database that may come: another container, a switch of the primary. */
const PATIENCE_MS = 30_000;
const RETRY_DELAY_MS = 500;

export interface AwaitDatabaseOptions {
  readonly url: string;
  /** Told what is waited for, and told again when that changes. */
  readonly progress: (step: string) => void;
  /** Aborted when the service is told to stop while it waits. */
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
 * Resolves when the database takes connections and writes. What can pass is waited for up to 30 s: a server that is not
 * there, starts, has no connection left, or is a standby. What somebody has to mend (a password, a certificate, a
 * database that is missing) rejects at once. Rejects with DatabaseRefusedError, whose message is one line with the server's
 * own words, and with StartStoppedError when it was told to stop.
 */
export async function awaitDatabase(options: AwaitDatabaseOptions): Promise<void> {
  const { url, progress, stopping, time = machineTime } = options;
  const place = placeOf(url);
  const startedAtMs = time.monotonicMs();
  for (let told = ""; ; ) {
    const obstacle = await findObstacle(url);
    if (obstacle === null) return;
    const line = `PostgreSQL at ${place}: ${obstacle.words}`;
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
 * Work at the start on a database that was just there: a pool gives its connections less time than a busy machine may take to
 * open the first one. Rejects with the last error after 30 s.
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
  readonly words: string;
  readonly isPermanent: boolean;
  readonly cause?: unknown;
}

async function findObstacle(url: string): Promise<Obstacle | null> {
  try {
    const connection = await openDedicatedConnection({ url, applicationName: "cauris start" });
    try {
      const words = refusesWrites(await readServerState(connection));
      return words === null ? null : { words, isPermanent: false };
    } finally {
      connection.close().catch(() => {});
    }
  } catch (error) {
    // Of the driver: ours says no more than that it failed.
    const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
    return { ...connectFailure(cause, url), cause };
  }
}
