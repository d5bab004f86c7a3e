import type { Metric } from "prom-client";
import type { MetricSnapshot, Snapshot } from "./measure.ts";

/** One process or thread, with what it counted; null when it did not answer in time. */
export interface Source {
  /** Never used again for another process or thread. */
  readonly id: string;
  readonly snapshot: Snapshot | null;
}

/**
 * Adds up what several processes counted, so that a counter never falls: one that did not answer counts with what it said
 * last, and so do the counters of one that has ended.
 */
export function createMerger(): (sources: readonly Source[]) => Promise<Snapshot> {
  const last = new Map<string, Snapshot>();
  let ended: Snapshot = [];
  return async (sources) => {
    const there = new Set(sources.map(({ id }) => id));
    for (const [id, snapshot] of last) {
      if (there.has(id)) continue;
      last.delete(id);
      ended = await sumOf([ended, snapshot.filter(({ type }) => type === "counter" || type === "histogram")]);
    }
    for (const { id, snapshot } of sources) if (snapshot !== null) last.set(id, snapshot);
    return sumOf([ended, ...last.values()]);
  };
}

/** As Prometheus reads it. `snapshot` has each metric once. */
export async function print(snapshot: Snapshot): Promise<{ readonly type: string; readonly text: string }> {
  const { Registry } = await import("prom-client");
  const registry = new Registry();
  for (const metric of snapshot)
    registry.registerMetric({ ...metric, get: async () => metric } as unknown as Metric);
  return { type: registry.contentType, text: await registry.metrics() };
}

/** Without values that are not numbers: Node.js has none before its first measurement, and JSON cannot carry them. */
export function finite(snapshot: Snapshot): Snapshot {
  return snapshot.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));
}

/**
 * Each metric once. What one process alone has counted, nearly all of it with one process, stays as it is: to add up thousands of values
 * takes tens of milliseconds, in which no payment is answered.
 */
async function sumOf(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const byName = new Map<string, MetricSnapshot[]>();
  for (const metric of snapshots.flat()) {
    const same = byName.get(metric.name) ?? [];
    same.push(metric);
    byName.set(metric.name, same);
  }
  return Promise.all([...byName.values()].map(oneOf));
}

async function oneOf(metrics: readonly MetricSnapshot[]): Promise<MetricSnapshot> {
  const withValues = metrics.filter(({ values }) => values.length > 0);
  const [only = metrics[0] as MetricSnapshot, ...others] = withValues;
  if (others.length === 0) return only;
  // Loaded with the first question: a start has no use for it.
  const { AggregatorRegistry } = await import("prom-client");
  const registry = AggregatorRegistry.aggregate(withValues.map((metric) => [metric]) as unknown as object[]);
  const [sum] = (await registry.getMetricsAsJSON()) as unknown as readonly MetricSnapshot[];
  return sum ?? only;
}
