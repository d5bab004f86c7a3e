/** Wrong passwords in a row for one account from one address, before further attempts must wait. */
export const ATTEMPTS_MAX = 5;
/** How long that pair must wait then. */
export const LOCKED_FOR_MS = 15 * 60 * 1000;

/** Wrong passwords for one account from any address, at most an hour apart, before the delay begins. */
export const ACCOUNT_ATTEMPTS_MAX = 20;
/** The count of an account is reset after this long without attempts. */
export const ACCOUNT_WINDOW_MS = 60 * 60 * 1000;
const FIRST_DELAY_MS = 5_000;
/** The delay grows no further, so that strangers who keep trying cannot lock an operator out forever. */
export const DELAY_MAX_MS = 15 * 60 * 1000;

/**
 * Delay before the next attempt at an account after this many wrong ones: 5 s after the twentieth, then doubled each
 * time. Pure.
 */
export function accountDelayMs(attempts: number): number {
  if (attempts < ACCOUNT_ATTEMPTS_MAX) return 0;
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(16, attempts - ACCOUNT_ATTEMPTS_MAX));
}

/** The counts of one account: unsuccessful attempts, and the time of the last admitted one. */
export interface AccountCount {
  readonly attempts: number;
  readonly lastAtMs: number;
}

/**
 * Whether one more attempt at an account is admitted: the new count, or how long it must wait. An attempt from an
 * address where the holder has logged in before (`isExempt`) does not wait, but it counts. A time in the future,
 * because a clock was set back, counts as now. Pure.
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

/**
 * Whether an account must wait for attempts from one address, after `counted` of them with this one: for how long, and whether
 * the lock begins with it. Null: it is let in. Pure.
 */
export function judgePair(
  { attempts, lastAtMs }: AccountCount,
  nowMs: number,
): { readonly waitMs: number; readonly isNew: boolean } | null {
  if (attempts <= ATTEMPTS_MAX) return null;
  return { waitMs: lastAtMs + LOCKED_FOR_MS - nowMs, isNew: attempts === ATTEMPTS_MAX + 1 };
}
