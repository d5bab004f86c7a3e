import type { BucketLimit } from "./limit-table.ts";

/**
 * A token bucket that several instances share without contacting each other at every request. The shared bucket is a
 * database row; an instance leases a handful of tokens at a time and spends them from memory. Times are epoch
 * milliseconds, a token is one request.
 */
export interface SharedBucket {
  /** Below zero when instances spent more on credit than there was. */
  readonly tokens: number;
  readonly countedAtMs: number;
}

/** One instance's view of a bucket. */
export interface LocalBucket {
  /** Tokens in hand. */
  readonly stock: number;
  /** Spent or leased tokens that have not been reported to the shared bucket yet. */
  readonly debt: number;
  /** When the stock was leased. After `refillMs` it expires: the shared bucket has been refilled meanwhile. */
  readonly stockedAtMs: number;
  /** The last known state of the shared bucket. */
  readonly shared: SharedBucket;
  /** No lease is requested before this time: the last one gave less than was wanted. */
  readonly askAgainAtMs: number;
}

/** The granted tokens, and the state of the shared bucket after it. */
export interface Lease {
  readonly granted: number;
  readonly shared: SharedBucket;
}

/** How long an empty bucket takes to fill up. */
export function refillMs({ burst, count, windowMs }: BucketLimit): number {
  return (burst * windowMs) / count;
}

/** Tokens of an instance before its first lease: a caller who stays well below it costs the database nothing. */
export function creditOf({ burst }: BucketLimit): number {
  return Math.max(1, Math.floor(burst / 5));
}

/** Tokens per lease: a caller at its limit costs each instance about eight statements per `refillMs`. */
export function leaseSizeOf({ burst }: BucketLimit): number {
  return Math.max(1, Math.floor(burst / 4));
}

/** With this many tokens left the next lease is requested, while requests still pass. */
export function lowWaterOf({ burst }: BucketLimit): number {
  return Math.floor(burst / 16);
}

/**
 * Minimum pause between two leases when the bucket had less than was wanted: at most ten queries a second, however many
 * callers there are.
 */
export const SHORT_PAUSE_MS = 100;

/** The initial bucket, also after a pause long enough to fill it: full, with the credit in hand. Pure. */
export function freshBucket(limit: BucketLimit, nowMs: number): LocalBucket {
  const credit = creditOf(limit);
  return {
    stock: credit,
    debt: credit,
    stockedAtMs: nowMs,
    shared: { tokens: limit.burst, countedAtMs: nowMs },
    askAgainAtMs: nowMs,
  };
}

/** Whether the stock has expired, so that the caller starts with a fresh bucket. Pure. */
export function isStale(bucket: LocalBucket, limit: BucketLimit, nowMs: number): boolean {
  return nowMs - bucket.stockedAtMs >= refillMs(limit);
}

/** Tokens of the shared bucket at `nowMs`. Pure. */
export function tokensAt({ tokens, countedAtMs }: SharedBucket, limit: BucketLimit, nowMs: number): number {
  const grown = (Math.max(0, nowMs - countedAtMs) * limit.count) / limit.windowMs;
  return Math.min(limit.burst, tokens + grown);
}

/**
 * The rule of the shared bucket, the same as the statement in `store.ts`: the debt is subtracted first, then whole
 * tokens of the rest are granted. Pure.
 */
export function leaseFrom(
  shared: SharedBucket,
  limit: BucketLimit,
  asked: { readonly wanted: number; readonly debt: number; readonly nowMs: number },
): Lease {
  const there = tokensAt(shared, limit, asked.nowMs) - asked.debt;
  const granted = Math.min(asked.wanted, Math.max(0, Math.floor(there)));
  return {
    granted,
    shared: { tokens: there - granted, countedAtMs: Math.max(asked.nowMs, shared.countedAtMs) },
  };
}

/** The bucket after a lease: its debt is reported. Pure. */
export function restocked(bucket: LocalBucket, limit: BucketLimit, lease: Lease, nowMs: number): LocalBucket {
  const isShort = lease.granted < leaseSizeOf(limit);
  return {
    stock: bucket.stock + lease.granted,
    debt: 0,
    stockedAtMs: nowMs,
    shared: lease.shared,
    askAgainAtMs: isShort
      ? nowMs + Math.max(SHORT_PAUSE_MS, untilTokensMs(lease.shared, limit, 1, nowMs))
      : nowMs,
  };
}

/** Requests that may follow at once: the tokens in hand and those the shared bucket can still give. Pure. */
export function remainingOf(bucket: LocalBucket, limit: BucketLimit, nowMs: number): number {
  return Math.max(0, Math.floor(bucket.stock + tokensAt(bucket.shared, limit, nowMs) - bucket.debt));
}

/** Milliseconds until the shared bucket holds `tokens`. Pure. */
export function untilTokensMs(
  shared: SharedBucket,
  limit: BucketLimit,
  tokens: number,
  nowMs: number,
): number {
  const missing = tokens - tokensAt(shared, limit, nowMs);
  return missing <= 0 ? 0 : Math.ceil((missing * limit.windowMs) / limit.count);
}
