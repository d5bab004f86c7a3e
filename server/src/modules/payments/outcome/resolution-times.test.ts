import { describe, expect, it } from "vitest";
import { bucketEndMs, bucketOf, percentileMs } from "./resolution-times.ts";

describe("the time to truth is kept in buckets", () => {
  it.each([0, 1, 999, 1_000, 1_001, 1_500, 2_000, 60_000, 900_000, 72 * 3_600_000])(
    "%s ms lies in a bucket that ends at most a fifth above it",
    (delayMs) => {
      const endMs = bucketEndMs(bucketOf(delayMs));
      expect(endMs).toBeGreaterThanOrEqual(delayMs);
      expect(endMs).toBeLessThanOrEqual(Math.max(1_000, Math.ceil(delayMs * 1.2)));
    },
  );

  it("gives the delay that half, or nearly all, did not exceed", () => {
    const counts = [
      { bucket: 0, n: 98 },
      { bucket: 4, n: 1 },
      { bucket: 40, n: 1 },
    ];
    expect(percentileMs(counts, 0.5)).toBe(1_000);
    expect(percentileMs(counts, 0.99)).toBe(2_000);
    expect(percentileMs(counts, 1)).toBe(1_024_000);
    expect(percentileMs([], 0.5)).toBeNull();
  });
});
