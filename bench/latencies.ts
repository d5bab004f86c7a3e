/** Times of many calls, stored completely: a minute of them is a few megabytes, and percentiles are exact. */
export interface Latencies {
  add(ms: number): void;
  summary(): LatencySummary;
}

/** Milliseconds, except `count`. */
export interface LatencySummary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function createLatencies(): Latencies {
  const values: number[] = [];
  return {
    add: (ms) => {
      values.push(ms);
    },
    summary: () => {
      const sorted = Float64Array.from(values).sort();
      const at = (share: number): number =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return {
        count: sorted.length,
        p50: round(at(0.5)),
        p95: round(at(0.95)),
        p99: round(at(0.99)),
        p999: round(at(0.999)),
        max: round(sorted.at(-1) ?? 0),
      };
    },
  };
}

const round = (ms: number): number => Math.round(ms * 100) / 100;
