import type { CallAction } from "./recorder.ts";

/**
 * Pauses that providers asked for by status 429. Each holds back further calls of its kind to its account. Known to this
 * process only: another one learns it from the provider's next 429.
 */
export interface Pauses {
  /** How long calls of this kind still wait, in milliseconds; 0 when they need not. */
  leftMs(accountId: string, action: CallAction, nowMs: number): number;
  /** A longer pause that has begun already stays. */
  begin(accountId: string, action: CallAction, untilMs: number): void;
}

/** When the answer does not say for how long. */
const PAUSE_MS_DEFAULT = 5_000;
/** A payer waits meanwhile, so a longer wish is not granted: the provider may answer 429 again. */
export const PAUSE_MS_MAX = 60_000;
const PAUSES_MAX = 1_000;
/** How the dates of HTTP begin. `Date.parse` reads more than these, "-5" for example. */
const weekday = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

export function createPauses(): Pauses {
  const untilByKind = new Map<string, number>();
  const keyOf = (accountId: string, action: CallAction) => `${accountId} ${action}`;
  return {
    leftMs: (accountId, action, nowMs) =>
      Math.max(0, (untilByKind.get(keyOf(accountId, action)) ?? 0) - nowMs),
    begin: (accountId, action, untilMs) => {
      const key = keyOf(accountId, action);
      if (untilByKind.size >= PAUSES_MAX && !untilByKind.has(key)) untilByKind.clear();
      untilByKind.set(key, Math.max(untilMs, untilByKind.get(key) ?? 0));
    },
  };
}

/** The pause that a `Retry-After` asks for, in seconds or as a date; in milliseconds, at most `PAUSE_MS_MAX`. Pure. */
export function pauseMsOf(retryAfter: string | undefined, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  const wishMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : weekday.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return Number.isNaN(wishMs) ? PAUSE_MS_DEFAULT : Math.min(PAUSE_MS_MAX, Math.max(0, wishMs));
}
