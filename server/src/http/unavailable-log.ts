import { isFenced, OverloadedError, sqlState } from "../db/errors.ts";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog, type TroubleLog } from "../kit/trouble-log.ts";
import type { ErrorContext } from "./error-context.ts";

/** Requests that are refused because the database is away. */
export interface UnavailableLog {
  refused(context: ErrorContext, error: unknown): void;
  /** A look has found that a write would work. */
  ready(): void;
}

/** One request refused in so long: a statement that took too long, or an outage that comes and goes. */
const QUIET_MS = 10_000;

/**
 * Logs `http.request.unavailable.began` for the first refused request of an outage, and `http.request.unavailable.ended`, with
 * the number of refused requests (`failures`) and the seconds, when a write would work again and nobody was refused for 10 s.
 * Each reason (a SQLSTATE, or the error's name) has its own two lines. Those who waited too long are counted elsewhere
 * (`overload/overload.ts`). `LOG_LEVEL=debug` shows each request.
 */
export function createUnavailableLog(
  log: Logger,
  monotonicMs: () => number = () => performance.now(),
): UnavailableLog {
  // One for each reason: there are as many as `awayStates` has, and three errors of ours.
  const troubles = new Map<string, TroubleLog>();
  const troubleOf = (reason: string): TroubleLog => {
    const known = troubles.get(reason);
    if (known !== undefined) return known;
    const trouble = createTroubleLog({
      log,
      event: "http.request.unavailable",
      level: "error",
      fields: { reason },
      nowMs: monotonicMs,
      quietMs: QUIET_MS,
      reminds: false,
    });
    troubles.set(reason, trouble);
    return trouble;
  };
  return {
    refused: (context, error) => {
      log.debug("http.request.unavailable", { ...context, error });
      // Whoever moves a merchant knows it, and nobody else is refused.
      if (error instanceof OverloadedError || isFenced(error)) return;
      troubleOf(sqlState(error) ?? (error instanceof Error ? error.name : "unknown")).failed(error, {
        ...context,
      });
    },
    ready: () => {
      for (const trouble of troubles.values()) trouble.worked();
    },
  };
}
