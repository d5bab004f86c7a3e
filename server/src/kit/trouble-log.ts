import type { Logger } from "./logger.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface TroubleLog {
  /** It failed. `fields` go into the line, if one is written. */
  failed(error: unknown, fields?: Fields): void;
  /** It worked. Costs next to nothing while nothing is wrong, so that it may be told each time. */
  worked(): void;
}

export interface TroubleLogOptions {
  readonly log: Logger;
  /** The lines' names are this with `.began`, `.lasts` and `.ended`. */
  readonly event: string;
  readonly level: "warn" | "error";
  /** In every line. */
  readonly fields?: Fields;
  readonly nowMs: () => number;
  /** Without a failure for so long, what works is believed: for many askers, of whom some fail and some do not. */
  readonly quietMs?: number;
}

const REMIND_MS = 60_000;

interface Trouble {
  readonly sinceMs: number;
  readonly toldMs: number;
  readonly lastMs: number;
  readonly failures: number;
}

/**
 * One line when something begins to fail, one each minute as long as it does, with the number of failures, and one when it
 * works again: an outage is told by what changes, not by how often somebody tries.
 */
export function createTroubleLog(options: TroubleLogOptions): TroubleLog {
  const { log, event, level, fields: common = {}, nowMs, quietMs = 0 } = options;
  let trouble: Trouble | null = null;

  const secondsOf = ({ sinceMs }: Trouble, now: number): number =>
    Math.max(0, Math.round((now - sinceMs) / 1_000));

  return {
    failed: (error, fields = {}) => {
      const now = nowMs();
      if (trouble === null) {
        log[level](`${event}.began`, { ...common, ...fields, error });
        trouble = { sinceMs: now, toldMs: now, lastMs: now, failures: 1 };
        return;
      }
      trouble = { ...trouble, lastMs: now, failures: trouble.failures + 1 };
      // A clock that was set back owes nobody a silence.
      if (Math.abs(now - trouble.toldMs) < REMIND_MS) return;
      const { failures } = trouble;
      log[level](`${event}.lasts`, {
        ...common,
        ...fields,
        failures,
        seconds: secondsOf(trouble, now),
        error,
      });
      trouble = { ...trouble, toldMs: now };
    },
    worked: () => {
      if (trouble === null) return;
      const now = nowMs();
      if (Math.abs(now - trouble.lastMs) < quietMs) return;
      const { failures } = trouble;
      // At the same level: who has read of the beginning waits for the end.
      log[level](`${event}.ended`, { ...common, failures, seconds: secondsOf(trouble, now) });
      trouble = null;
    },
  };
}
