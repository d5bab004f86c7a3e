import type { Logger } from "./logger.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface TroubleLog {
  /** Reports a failure. `fields` go into the log line, if one is written. */
  failed(error: unknown, fields?: Fields): void;
  /** Reports a success. Nearly free while nothing is wrong, so it can be called every time. */
  worked(): void;
}

export interface TroubleLogOptions {
  readonly log: Logger;
  /** Log events are this name with `.began`, `.lasts` and `.ended`. */
  readonly event: string;
  readonly level: "warn" | "error";
  /** Added to every line. */
  readonly fields?: Fields;
  readonly nowMs: () => number;
  /** Successes count only after this long without a failure: for many callers, of whom some fail and some do not. */
  readonly quietMs?: number;
  /** A line each minute while it lasts; true when absent. */
  readonly reminds?: boolean;
}

const REMIND_MS = 60_000;

interface Trouble {
  readonly sinceMs: number;
  readonly toldMs: number;
  readonly lastMs: number;
  readonly failures: number;
}

/**
 * Logs one line when something begins to fail, one each minute while it lasts, with the number of failures, and one
 * when it works again: the log shows changes, not every attempt.
 */
export function createTroubleLog(options: TroubleLogOptions): TroubleLog {
  const { log, event, level, fields: common = {}, nowMs, quietMs = 0, reminds = true } = options;
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
      // When the clock was set back, the reminder is due at once.
      if (!reminds || Math.abs(now - trouble.toldMs) < REMIND_MS) return;
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
      // At the same level as the beginning, so that its readers also see the end.
      log[level](`${event}.ended`, { ...common, failures, seconds: secondsOf(trouble, now) });
      trouble = null;
    },
  };
}
