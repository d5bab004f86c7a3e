import { describe, expect, it } from "vitest";
import { addressShare } from "./address.ts";
import {
  creditOf,
  freshBucket,
  isStale,
  leaseFrom,
  leaseSizeOf,
  refillMs,
  remainingOf,
  restocked,
  SHORT_PAUSE_MS,
  tokensAt,
  untilTokensMs,
} from "./bucket.ts";
import { type BucketLimit, keyLimit } from "./limit-table.ts";
import { bucketVerdict, limitHeaders, limitRefusal, type Verdict, windowVerdict } from "./verdict.ts";

const limit: BucketLimit = keyLimit(25);
const at = (tokens: number, countedAtMs = 0) => ({ tokens, countedAtMs });

describe("a shared bucket", () => {
  it.each([
    { has: 0, afterMs: 0, tokens: 0 },
    { has: 0, afterMs: 40, tokens: 1 },
    { has: 0, afterMs: 1_000, tokens: 25 },
    { has: 0, afterMs: 2_000, tokens: 50 },
    { has: 0, afterMs: 60_000, tokens: 50 },
    { has: -10, afterMs: 400, tokens: 0 },
    // An instance whose clock is behind removes nothing.
    { has: 7, afterMs: -5_000, tokens: 7 },
  ])("$has tokens are $tokens after $afterMs ms", ({ has, afterMs, tokens }) => {
    expect(tokensAt(at(has, 10_000), limit, 10_000 + afterMs)).toBeCloseTo(tokens);
  });

  it.each([
    { has: 50, wanted: 12, debt: 0, granted: 12, left: 38 },
    { has: 50, wanted: 12, debt: 10, granted: 12, left: 28 },
    { has: 15, wanted: 12, debt: 10, granted: 5, left: 0 },
    { has: 10.5, wanted: 12, debt: 10, granted: 0, left: 0.5 },
    // What was spent on credit is owed, however little there is.
    { has: 3, wanted: 12, debt: 10, granted: 0, left: -7 },
    { has: -7, wanted: 12, debt: 0, granted: 0, left: -7 },
  ])(
    "of $has it gives $granted to one who wants $wanted and owes $debt",
    ({ has, granted, left, ...asked }) => {
      const lease = leaseFrom(at(has), limit, { ...asked, nowMs: 0 });
      expect(lease).toEqual({ granted, shared: at(left) });
    },
  );

  it("says when it can give again", () => {
    expect(untilTokensMs(at(1), limit, 1, 0)).toBe(0);
    expect(untilTokensMs(at(0), limit, 1, 0)).toBe(40);
    expect(untilTokensMs(at(-25), limit, 1, 0)).toBe(1_040);
    expect(untilTokensMs(at(-25), limit, 1, 1_000)).toBe(40);
  });
});

describe("what an instance has of it", () => {
  it("begins with the credit and the whole burst to come", () => {
    const bucket = freshBucket(limit, 0);
    expect(bucket.stock).toBe(creditOf(limit));
    expect(remainingOf(bucket, limit, 0)).toBe(limit.burst);
    expect(isStale(bucket, limit, refillMs(limit) - 1)).toBe(false);
    expect(isStale(bucket, limit, refillMs(limit))).toBe(true);
  });

  it("owes the credit with the first lease, and no more after it", () => {
    const fresh = freshBucket(limit, 0);
    const lease = leaseFrom(fresh.shared, limit, { wanted: leaseSizeOf(limit), debt: fresh.debt, nowMs: 0 });
    const after = restocked({ ...fresh, stock: 0 }, limit, lease, 0);
    expect(after).toMatchObject({ stock: 12, debt: 0, askAgainAtMs: 0 });
    expect(remainingOf(after, limit, 0)).toBe(limit.burst - creditOf(limit));
  });

  it("asks an empty bucket again after a pause", () => {
    const fresh = { ...freshBucket(limit, 0), stock: 0 };
    const pauseOf = (granted: number, tokens: number) =>
      restocked(fresh, limit, { granted, shared: at(tokens) }, 0).askAgainAtMs;
    expect(pauseOf(leaseSizeOf(limit), 0)).toBe(0);
    expect(pauseOf(3, 0)).toBe(SHORT_PAUSE_MS);
    expect(pauseOf(0, -9)).toBe(400);
  });
});

describe("what the caller is told", () => {
  const verdict = (changes: Partial<Verdict>): Verdict => ({
    name: "api_key",
    admitted: true,
    limit: 25,
    windowMs: 1_000,
    remaining: 25,
    resetMs: 0,
    retryAfterMs: 0,
    ...changes,
  });

  it("never more left than the limit, though the burst is more", () => {
    const bucket = freshBucket(limit, 0);
    expect(bucketVerdict(limit, bucket, true, 0)).toMatchObject({ limit: 25, remaining: 25, resetMs: 0 });
    const spent = { ...bucket, stock: 0, debt: 0, shared: at(5) };
    expect(bucketVerdict(limit, spent, true, 0)).toMatchObject({ remaining: 5, resetMs: 800 });
    const empty = { ...spent, shared: at(0), askAgainAtMs: 100 };
    expect(bucketVerdict(limit, empty, false, 0)).toMatchObject({ remaining: 0, retryAfterMs: 100 });
  });

  it("of a window, when the oldest hit leaves it", () => {
    const phone = { name: "payer_phone", count: 5, windowMs: 600_000 } as const;
    const hitsMs = [0, 10_000, 20_000, 30_000, 40_000];
    expect(windowVerdict(phone, { admitted: true, hitsMs: hitsMs.slice(0, 2) }, 10_000)).toMatchObject({
      remaining: 3,
      resetMs: 600_000,
      retryAfterMs: 0,
    });
    expect(windowVerdict(phone, { admitted: false, hitsMs }, 60_000)).toMatchObject({
      remaining: 0,
      resetMs: 580_000,
      retryAfterMs: 540_000,
    });
  });

  it("the limit that ends first, in whole seconds", () => {
    const session = verdict({ name: "session_reads", limit: 60, remaining: 3, resetMs: 57_001 });
    expect(limitHeaders([verdict({}), session])).toEqual({
      "RateLimit-Limit": "60",
      "RateLimit-Remaining": "3",
      "RateLimit-Reset": "58",
    });
    expect(limitHeaders([])).toEqual({});
    const refused = verdict({ admitted: false, remaining: 4, retryAfterMs: 40 });
    expect(limitHeaders([session, refused])["RateLimit-Limit"]).toBe("25");
    const refusal = limitRefusal(refused);
    expect(refusal.retryAfterSeconds).toBe(1);
    expect(refusal.details).toEqual({ limit: "api_key", max: 25, windowSeconds: 1, retryAfterSeconds: 1 });
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:5:aaaa::1", "2001:db8:0:5::/64"],
    ["2001:0DB8:0000:0005:bbbb:1:2:3", "2001:db8:0:5::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("the address %s counts as %s", (ip, share) => {
    expect(addressShare(ip)).toBe(share);
  });
});
