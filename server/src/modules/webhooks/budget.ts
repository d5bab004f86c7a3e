/**
 * What a merchant may have sent to one endpoint by asking for it: replays, resends, pings. Events that happen are not
 * counted, and neither are retries.
 */

const HOUR_MS = 3_600_000;
/** To an endpoint that has accepted a delivery at its address. */
export const ASKED_PER_HOUR = 5_000;
/** To one that has not: enough to set it up, and too little to trouble a stranger. */
export const ASKED_PER_HOUR_UNPROVED = 100;
/** Who has spent all is asked to come back when a fiftieth is there again, instead of for each delivery. */
const WORTH_COMING_BACK = 1 / 50;

export interface Budget {
  /** Deliveries that may be asked for now. */
  readonly room: number;
  /** By how much each of them puts off the time at which the budget is full again. */
  readonly costMs: number;
  /** When it is worth to ask again, in seconds; 0 while there is room. */
  readonly retryAfterSeconds: number;
}

/**
 * What is left of an endpoint's budget. It comes back evenly: one delivery every 0.72 s, or every 36 s for one that has not
 * proved itself. A time that no spending could have brought about, left by a clock that was ahead, counts as an empty
 * budget. Pure.
 */
export function budgetAt(fullAtMs: number | null, isProved: boolean, nowMs: number): Budget {
  const perHour = isProved ? ASKED_PER_HOUR : ASKED_PER_HOUR_UNPROVED;
  const costMs = HOUR_MS / perHour;
  const spentMs = Math.min(Math.max(0, (fullAtMs ?? 0) - nowMs), HOUR_MS);
  const room = Math.floor((HOUR_MS - spentMs) / costMs);
  const waitMs = spentMs - HOUR_MS * (1 - WORTH_COMING_BACK);
  return { room, costMs, retryAfterSeconds: room > 0 ? 0 : Math.ceil(waitMs / 1_000) };
}
