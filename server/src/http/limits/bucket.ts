import type { BucketLimit } from "./limits.ts";

/**
 * A token bucket that several instances share without asking each other at every request. The bucket itself stands in
 * the database; an instance leases tokens from it a handful at a time and spends them from memory. Times are epoch
 * milliseconds, a token is one request.
 */
export interface SharedBucket {
  /** Below zero when instances spent more on credit than there was. */
  readonly tokens: number;
  readonly countedAtMs: number;
}

/** What one instance knows of a bucket. */
export interface LocalBucket {
  /** Tokens in hand. */
  readonly stock: number;
  /** Of these and of those spent, what the shared bucket has not been told of. */
  readonly debt: number;
  /** When the stock came. After `refillMs` it is worth nothing: the shared bucket has filled up behind it. */
  readonly stockedAtMs: number;
  /** The shared bucket as it was last seen. */
  readonly shared: SharedBucket;
  /** Before this instant it is not asked again: it had less than was wanted. */
  readonly askAgainAtMs: number;
}

/** What a lease gave, and the shared bucket after it. */
export interface Lease {
  readonly granted: number;
  readonly shared: SharedBucket;
}

/** How long an empty bucket takes to be full. */
export function refillMs({ burst, count, windowMs }: BucketLimit): number {
  return (burst * windowMs) / count;
}

/** What an instance has before it asks: a caller who stays well below it costs the database nothing. */
export function creditOf({ burst }: BucketLimit): number {
  return Math.max(1, Math.floor(burst / 5));
}

/** Tokens leased at a time: a caller at its limit costs each instance about eight statements in `refillMs`. */
export function leaseSizeOf({ burst }: BucketLimit): number {
  return Math.max(1, Math.floor(burst / 4));
}

/** At so many in hand the next lease is asked for, while requests still pass. */
export function lowWaterOf({ burst }: BucketLimit): number {
  return Math.floor(burst / 16);
}

/** Between two leases when the bucket had less than was wanted: however many call, it is asked ten times a second. */
export const SHORT_PAUSE_MS = 100;

/** As it begins, and begins again after a pause long enough to fill it: full, with the credit in hand. Pure. */
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

/** Whether the stock is too old to count, so that the caller starts with a fresh bucket. Pure. */
export function isStale(bucket: LocalBucket, limit: BucketLimit, nowMs: number): boolean {
  return nowMs - bucket.stockedAtMs >= refillMs(limit);
}

/** Tokens of the shared bucket at `nowMs`. Pure. */
export function tokensAt({ tokens, countedAtMs }: SharedBucket, limit: BucketLimit, nowMs: number): number {
  const grown = (Math.max(0, nowMs - countedAtMs) * limit.count) / limit.windowMs;
  return Math.min(limit.burst, tokens + grown);
}

/**
 * The rule of the shared bucket, as the statement in `store.ts` has it: the debt is taken off first, whole tokens of
 * what is left are given. Pure.
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

/** The bucket with a lease taken in: its debt is told. Pure. */
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

/** Requests that may follow at once: those in hand and those the shared bucket can still give. Pure. */
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
