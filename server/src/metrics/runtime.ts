import type { Snapshot } from "./measure.ts";
import { finite } from "./snapshot.ts";

let watching: Promise<() => Promise<Snapshot>> | null = null;

/**
 * What Node.js says of this process: event loop, heap, garbage collection, processor, open files. It is measured from the
 * first call on.
 */
export async function readRuntime(): Promise<Snapshot> {
  watching ??= watch();
  return (await watching)();
}

async function watch(): Promise<() => Promise<Snapshot>> {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return async () => finite((await registry.getMetricsAsJSON()) as unknown as Snapshot);
}
