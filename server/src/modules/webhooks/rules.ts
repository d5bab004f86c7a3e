import { unreachable } from "../../kit/errors.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The delay before each attempt: ten attempts over about 75 hours. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Each delay is drawn between 90 % and 110 %, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
/** The longest delay that a receiver may ask for; otherwise it could hold an event forever. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;
/** How long a `Retry-After` of one delivery holds the whole endpoint. */
export const ENDPOINT_PAUSE_MS_MAX = HOUR_MS;
/** After this many failures in a row an endpoint is only probed, one delivery at a time. */
export const BREAKER_THRESHOLD = 5;
const PROBE_PAUSE_MS_MIN = SECOND_MS;
const PROBE_PAUSE_MS_MAX = 30 * SECOND_MS;
/** An endpoint that failed for this long, without one success, is disabled. */
export const FAILING_MS_MAX = 5 * DAY_MS;

/** How long deliveries are held for an address that is not verified: as long as a replay reaches back. */
export const HELD_UNVERIFIED_MS_MAX = 31 * DAY_MS;

const GONE = 410;

/** The outcome of one attempt. `error` names why there was no answer. */
export type AttemptOutcome =
  | { readonly kind: "answer"; readonly statusCode: number; readonly retryAfterMs: number | null }
  | { readonly kind: "no_answer"; readonly error: string };

export interface Verdict {
  readonly event: "accept" | "retry" | "exhaust";
  /** Null when there is no further attempt. */
  readonly nextAttemptAtMs: number | null;
  /** The receiver answered that it is gone permanently. */
  readonly gone: boolean;
  /** The receiver asked for a pause until this time. */
  readonly pauseUntilMs: number | null;
}

/**
 * The consequence of an attempt that was number `step` (from 0) in the retry schedule. Only 2xx counts as received.
 * `unit` in [0, 1) is the jitter. Pure.
 */
export function judge(outcome: AttemptOutcome, step: number, nowMs: number, unit: number): Verdict {
  const done = { nextAttemptAtMs: null, gone: false, pauseUntilMs: null };
  switch (outcome.kind) {
    case "answer": {
      if (outcome.statusCode >= 200 && outcome.statusCode < 300) return { event: "accept", ...done };
      if (outcome.statusCode === GONE) return { event: "exhaust", ...done, gone: true };
      return retry(step, nowMs, unit, outcome.retryAfterMs);
    }
    case "no_answer":
      return retry(step, nowMs, unit, null);
    default:
      return unreachable(outcome);
  }
}

function retry(step: number, nowMs: number, unit: number, retryAfterMs: number | null): Verdict {
  const asked = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MS_MAX);
  const pauseUntilMs = asked === null ? null : nowMs + Math.min(asked, ENDPOINT_PAUSE_MS_MAX);
  const delayMs = retryDelaysMs[step + 1];
  if (delayMs === undefined) return { event: "exhaust", nextAttemptAtMs: null, gone: false, pauseUntilMs };
  const waitMs = Math.max(delayMs * (1 - JITTER + 2 * JITTER * unit), asked ?? 0);
  return { event: "retry", nextAttemptAtMs: nowMs + Math.round(waitMs), gone: false, pauseUntilMs };
}

/**
 * The delay that a `Retry-After` header asks for: seconds or an HTTP date. Null when absent, past or unreadable. Pure.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // HTTP dates end in GMT; `Date.parse` alone would read a bare "-1" as a year.
  const atMs = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isFinite(atMs) && atMs > nowMs ? atMs - nowMs : null;
}

/** An endpoint's health. `pausedUntilMs` holds its deliveries back; they keep their attempts meanwhile. */
export interface EndpointHealth {
  readonly failingSinceMs: number | null;
  readonly failureStreak: number;
  readonly pausedUntilMs: number | null;
}

export interface HealthSign {
  readonly accepted: boolean;
  readonly atMs: number;
  readonly pauseUntilMs: number | null;
}

/**
 * The circuit breaker. A success closes it. After `BREAKER_THRESHOLD` failures in a row, every further failure pauses
 * the endpoint, 1 s at first, doubled each time up to 30 s; after the pause one delivery is sent as a probe. `signs`
 * are in the order in which the attempts ended. Pure.
 */
export function nextHealth(before: EndpointHealth, signs: readonly HealthSign[]): EndpointHealth {
  return signs.reduce<EndpointHealth>((health, { accepted, atMs, pauseUntilMs }) => {
    if (accepted) return { failingSinceMs: null, failureStreak: 0, pausedUntilMs: null };
    const failureStreak = health.failureStreak + 1;
    const probeAtMs = failureStreak < BREAKER_THRESHOLD ? null : atMs + probePauseMs(failureStreak);
    const pausedUntilMs = Math.max(probeAtMs ?? 0, pauseUntilMs ?? 0, health.pausedUntilMs ?? 0);
    return {
      failingSinceMs: health.failingSinceMs ?? atMs,
      failureStreak,
      pausedUntilMs: pausedUntilMs === 0 ? null : pausedUntilMs,
    };
  }, before);
}

function probePauseMs(failureStreak: number): number {
  const doublings = Math.min(failureStreak - BREAKER_THRESHOLD, 16);
  return Math.min(PROBE_PAUSE_MS_MIN * 2 ** doublings, PROBE_PAUSE_MS_MAX);
}
