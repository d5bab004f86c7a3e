import { setTimeout as sleep } from "node:timers/promises";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import { readServerState, refusesWrites } from "./server-state.ts";
import type { SessionOptions } from "./session.ts";

const UP_TIMEOUT_MS = 1_000;

export interface HealthProbe {
  /** Null when the server answers within a second and takes writes, otherwise why not. Never rejects. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Asks whether PostgreSQL answers and takes writes, on a connection of its own: a pool with every connection at work is
 * busy, not down. A read-only setting holds for new sessions only: when a statement has met one, the question is asked on a
 * new connection.
 */
export function createHealthProbe(options: SessionOptions, refusedWrites?: RefusedWrites): HealthProbe {
  let opening: Promise<DedicatedConnection> | null = null;
  let asking: Promise<string | null> | null = null;
  let readOnlySeen = 0;

  const forget = (): void => {
    opening?.then((connection) => connection.close()).catch(() => {});
    opening = null;
  };

  const ask = async (): Promise<string | null> => {
    const late = new AbortController();
    const seen = refusedWrites?.readOnlyCount() ?? 0;
    if (seen !== readOnlySeen) forget();
    readOnlySeen = seen;
    const answer = async (): Promise<string | null> => {
      opening ??= openDedicatedConnection(options);
      // One that broke since the last question says nothing about now.
      if ((await opening).isBroken()) opening = openDedicatedConnection(options);
      return refusesWrites(await readServerState(await opening));
    };
    const silent = "PostgreSQL does not answer";
    const timeout = sleep(UP_TIMEOUT_MS, silent, { signal: late.signal, ref: false });
    const trouble = await Promise.race([answer().catch(() => silent), timeout.catch(() => silent)]);
    late.abort();
    // Next time a new connection may lead elsewhere.
    if (trouble !== null) forget();
    return trouble;
  };

  return {
    // Several who ask at once share one answer.
    trouble: () => {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    close: async () => {
      await asking;
      await opening?.then((connection) => connection.close()).catch(() => {});
      opening = null;
    },
  };
}
