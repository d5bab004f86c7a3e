/**
 * The budget of deliveries to one endpoint on a merchant's request: replays, resends, pings. New events and retries are
 * not counted.
 */

const HOUR_MS = 3_600_000;
/** For an endpoint that has answered a ping at its address. */
export const ASKED_PER_HOUR = 5_000;
/** For one that has not: enough to set it up, and too little to disturb a stranger. */
export const ASKED_PER_HOUR_UNPROVED = 100;
/**
 * Endpoints that a merchant may register in an hour, deleted ones included: each is sent a ping and has a budget of its
 * own.
 */
export const REGISTERED_PER_HOUR = 100;
/** After spending everything, Retry-After waits until a fiftieth is available again, not for a single delivery. */
const WORTH_COMING_BACK = 1 / 50;

export interface Budget {
  /** Deliveries that may be requested now. */
  readonly room: number;
  /** By how much each of them delays the time at which the budget is full again. */
  readonly costMs: number;
  /** When to retry, in seconds; 0 while there is room. */
  readonly retryAfterSeconds: number;
}

/**
 * The remaining budget of an endpoint. It refills evenly: one delivery every 0.72 s, or every 36 s for an unproved one.
 * A time that no spending could have caused, left by a clock that was ahead, counts as an empty budget. Pure.
 */
export function budgetAt(fullAtMs: number | null, isProved: boolean, nowMs: number): Budget {
  const perHour = isProved ? ASKED_PER_HOUR : ASKED_PER_HOUR_UNPROVED;
  const costMs = HOUR_MS / perHour;
  const spentMs = Math.min(Math.max(0, (fullAtMs ?? 0) - nowMs), HOUR_MS);
  const room = Math.floor((HOUR_MS - spentMs) / costMs);
  const waitMs = spentMs - HOUR_MS * (1 - WORTH_COMING_BACK);
  return { room, costMs, retryAfterSeconds: room > 0 ? 0 : Math.ceil(waitMs / 1_000) };
}
