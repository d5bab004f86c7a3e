import { setTimeout as sleep } from "node:timers/promises";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import { readServerState, refusesWrites } from "./server-state.ts";
import type { SessionOptions } from "./session.ts";

const UP_TIMEOUT_MS = 1_000;

export interface HealthProbe {
  /** Null when the server answers within a second and accepts writes, otherwise the reason. Never rejects. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Asks whether PostgreSQL answers and accepts writes, on a connection of its own: a pool whose connections are all busy
 * is not down. A read-only setting applies to new sessions only, so after a statement has been refused by one the probe
 * opens a new connection.
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
      // A connection that broke since the last probe says nothing about the present state.
      if ((await opening).isBroken()) opening = openDedicatedConnection(options);
      return refusesWrites(await readServerState(await opening));
    };
    const silent = "PostgreSQL does not answer";
    const timeout = sleep(UP_TIMEOUT_MS, silent, { signal: late.signal, ref: false });
    const trouble = await Promise.race([answer().catch(() => silent), timeout.catch(() => silent)]);
    late.abort();
    // A new connection may reach another server next time.
    if (trouble !== null) forget();
    return trouble;
  };

  return {
    // Concurrent callers share one answer.
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
