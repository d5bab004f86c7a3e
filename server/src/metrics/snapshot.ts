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

/** As Prometheus reads it. */
export async function print(snapshot: Snapshot): Promise<{ readonly type: string; readonly text: string }> {
  const registry = await registryOf([snapshot]);
  return { type: registry.contentType, text: await registry.metrics() };
}

/** Without values that are not numbers: Node.js has none before its first measurement, and JSON cannot carry them. */
export function finite(snapshot: Snapshot): Snapshot {
  return snapshot.map((metric) => ({
    ...metric,
    values: metric.values.filter(({ value }) => Number.isFinite(value)),
  }));
}

async function sumOf(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const registry = await registryOf(snapshots);
  return (await registry.getMetricsAsJSON()) as unknown as readonly MetricSnapshot[];
}

/** Loaded with the first question: a start has no use for it. */
async function registryOf(snapshots: readonly Snapshot[]) {
  const { AggregatorRegistry } = await import("prom-client");
  return AggregatorRegistry.aggregate(snapshots as unknown as object[]);
}
