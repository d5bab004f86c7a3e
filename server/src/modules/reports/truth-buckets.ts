/**
 * How long providers take to tell the outcome of an attempt, counted in ranges. Range `b` holds times from
 * `truthEdgesMs[b - 1]` on and below `truthEdgesMs[b]`; the one after the last edge has no end. One minute and fifteen
 * minutes are edges, so that the shares beyond them are exact. A stored number means a range of this list: edges are
 * never changed without counting again.
 */
export const truthEdgesMs = [
  100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000,
  45_000, 60_000, 90_000, 120_000, 180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000,
  21_600_000, 86_400_000, 259_200_000,
] as const;

export interface TruthCount {
  readonly bucket: number;
  readonly n: number;
}

/**
 * The time that `share` (0 to 1) of the outcomes did not exceed, in milliseconds; null when there are none. Estimated:
 * within a range times are taken as evenly spread. In the last range, which has no end, it is that range's beginning.
 * `counts` in rising order. Pure.
 */
export function truthPercentileMs(counts: readonly TruthCount[], share: number): number | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  const wanted = share * total;
  let seen = 0;
  for (const { bucket, n } of counts) {
    if (n > 0 && seen + n >= wanted) {
      const from = bucket === 0 ? 0 : (truthEdgesMs[bucket - 1] ?? 0);
      const to = truthEdgesMs[bucket] ?? from;
      return Math.round(from + ((to - from) * Math.max(0, wanted - seen)) / n);
    }
    seen += n;
  }
  return null;
}

/** How many outcomes took `edgeMs` or longer. Pure. */
export function countFrom(counts: readonly TruthCount[], edgeMs: (typeof truthEdgesMs)[number]): number {
  const edge = truthEdgesMs.indexOf(edgeMs);
  return totalOf(counts.filter(({ bucket }) => bucket > edge));
}

export function totalOf(counts: readonly TruthCount[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0);
}
