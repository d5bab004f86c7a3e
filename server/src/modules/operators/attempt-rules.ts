/** Wrong passwords in a row for one account from one address, before it has to wait. */
export const ATTEMPTS_MAX = 5;
/** So long that pair waits then. */
export const LOCKED_FOR_MS = 15 * 60 * 1000;

/** Wrong passwords for one account from anywhere, an hour apart at most, before it begins to slow down. */
export const ACCOUNT_ATTEMPTS_MAX = 20;
/** An account that nobody tries for this long starts anew. */
export const ACCOUNT_WINDOW_MS = 60 * 60 * 1000;
const FIRST_DELAY_MS = 5_000;
/** The delay grows no further, so that nobody is shut out for ever by strangers who go on trying. */
export const DELAY_MAX_MS = 15 * 60 * 1000;

/** How long an account waits for the next attempt after so many wrong ones: 5 s after the twentieth, then twice as long each time. Pure. */
export function accountDelayMs(attempts: number): number {
  if (attempts < ACCOUNT_ATTEMPTS_MAX) return 0;
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(16, attempts - ACCOUNT_ATTEMPTS_MAX));
}

/** What is counted for one account: attempts that have not succeeded, and when the last one was let in. */
export interface AccountCount {
  readonly attempts: number;
  readonly lastAtMs: number;
}

/**
 * Whether one more attempt at an account is looked at: the new count, or how long it has to wait. One from where its holder
 * has logged in before (`isExempt`) does not wait, but it counts. A time that lies ahead, because a clock was set back,
 * counts as now. Pure.
 */
export function judgeAccount(
  known: AccountCount | null,
  nowMs: number,
  isExempt: boolean,
): { readonly next: AccountCount } | { readonly waitMs: number } {
  const lastAtMs = Math.min(known?.lastAtMs ?? nowMs, nowMs);
  const isFresh = known === null || nowMs - lastAtMs >= ACCOUNT_WINDOW_MS;
  const attempts = isFresh ? 0 : known.attempts;
  const waitMs = lastAtMs + accountDelayMs(attempts) - nowMs;
  if (waitMs > 0 && !isExempt) return { waitMs };
  return { next: { attempts: attempts + 1, lastAtMs: nowMs } };
}
