import type { Refusal } from "../../kit/errors.ts";
import { errors } from "../errors.ts";
import { type LocalBucket, refillMs, remainingOf, untilTokensMs } from "./bucket.ts";
import type { BucketLimit, Limit, LimitName } from "./limit-table.ts";
import type { Hit } from "./store.ts";

/** A limit's decision about one request. Times in milliseconds. */
export interface Verdict {
  readonly name: LimitName;
  readonly admitted: boolean;
  /** Requests allowed in the limit's window. */
  readonly limit: number;
  readonly windowMs: number;
  /** How many more may follow. */
  readonly remaining: number;
  /** Time until `remaining` is `limit` again. */
  readonly resetMs: number;
  /** Time until the next request is admitted; 0 when this one was. */
  readonly retryAfterMs: number;
}

/** Pure. */
export function bucketVerdict(
  limit: BucketLimit,
  bucket: LocalBucket,
  admitted: boolean,
  nowMs: number,
): Verdict {
  const remaining = Math.min(limit.count, admitted ? remainingOf(bucket, limit, nowMs) : 0);
  return {
    name: limit.name,
    admitted,
    limit: limit.count,
    windowMs: limit.windowMs,
    remaining,
    resetMs: Math.min(refillMs(limit), ((limit.count - remaining) * limit.windowMs) / limit.count),
    retryAfterMs: admitted
      ? 0
      : Math.max(bucket.askAgainAtMs - nowMs, untilTokensMs(bucket.shared, limit, 1, nowMs)),
  };
}

/** Pure. `hit` is never empty: a refusal includes the hits that filled the window. */
export function windowVerdict(limit: Limit, { admitted, hitsMs }: Hit, nowMs: number): Verdict {
  const oldestMs = hitsMs[0] ?? nowMs;
  const newestMs = hitsMs.at(-1) ?? nowMs;
  return {
    name: limit.name,
    admitted,
    limit: limit.count,
    windowMs: limit.windowMs,
    remaining: Math.max(0, limit.count - hitsMs.length),
    resetMs: newestMs + limit.windowMs - nowMs,
    retryAfterMs: admitted ? 0 : oldestMs + limit.windowMs - nowMs,
  };
}

const seconds = (ms: number): number => Math.ceil(ms / 1_000);

/**
 * The headers of an answer. Of several limits the tightest is shown: a refusal, else the one with the fewest requests
 * left. Pure.
 */
export function limitHeaders(verdicts: readonly Verdict[]): Readonly<Record<string, string>> {
  const [shown] = [...verdicts].sort(
    (left, right) => Number(left.admitted) - Number(right.admitted) || left.remaining - right.remaining,
  );
  if (shown === undefined) return {};
  return {
    "RateLimit-Limit": String(shown.limit),
    "RateLimit-Remaining": String(shown.remaining),
    "RateLimit-Reset": String(seconds(shown.resetMs)),
  };
}

/** RATE_LIMITED, naming the limit; `Retry-After` is at least one second. Pure. */
export function limitRefusal({ name, limit, windowMs, retryAfterMs }: Verdict): Refusal {
  const retryAfterSeconds = Math.max(1, seconds(retryAfterMs));
  return errors.RATE_LIMITED(
    { limit: name, max: limit, windowSeconds: windowMs / 1_000, retryAfterSeconds },
    retryAfterSeconds,
  );
}
