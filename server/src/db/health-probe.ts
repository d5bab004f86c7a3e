import { setTimeout as sleep } from "node:timers/promises";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import type { SessionOptions } from "./session.ts";

const UP_TIMEOUT_MS = 1_000;

/**
 * Asks whether PostgreSQL answers, on a connection of its own: a pool with every connection at work is busy, not down.
 */
export function createHealthProbe(options: SessionOptions): {
  /** True when a trivial query answers within a second. Never rejects. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
} {
  let opening: Promise<DedicatedConnection> | null = null;
  let asking: Promise<boolean> | null = null;

  const forget = (): void => {
    opening?.then((connection) => connection.close()).catch(() => {});
    opening = null;
  };

  const ask = async (): Promise<boolean> => {
    const late = new AbortController();
    const answer = async (): Promise<boolean> => {
      opening ??= openDedicatedConnection(options);
      // One that broke since the last question says nothing about now.
      if ((await opening).isBroken()) opening = openDedicatedConnection(options);
      await (await opening).query({ text: "select" });
      return true;
    };
    const timeout = sleep(UP_TIMEOUT_MS, false, { signal: late.signal, ref: false });
    const up = await Promise.race([answer().catch(() => false), timeout.catch(() => false)]);
    late.abort();
    if (!up) forget();
    return up;
  };

  return {
    // Several who ask at once share one answer.
    isUp: () => {
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
