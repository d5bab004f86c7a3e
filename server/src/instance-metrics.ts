import type { Snapshot } from "./metrics/measure.ts";
import { readOwn } from "./metrics/own.ts";
import { readRuntime } from "./metrics/runtime.ts";
import { createMerger, type Source } from "./metrics/snapshot.ts";
import { buildInfo } from "./metrics/table.ts";

export interface InstanceMetricsDeps {
  readonly version: string;
  /** What the webhook thread has counted. */
  readonly measureThread: () => Promise<readonly Source[]>;
  /** The gauges that are read from the database. */
  readonly readDatabase: () => Promise<Snapshot>;
}

/** All metrics of one process: its own, those of its webhook thread and, on request, the database's gauges. */
export function createInstanceMetrics(
  deps: InstanceMetricsDeps,
): (readsDatabase: boolean) => Promise<Snapshot> {
  const merge = createMerger();
  buildInfo.set({ version: deps.version, node: process.version }, 1);
  return async (readsDatabase) => {
    const [threads, runtime, fromDatabase] = await Promise.all([
      deps.measureThread(),
      readRuntime(),
      readsDatabase ? deps.readDatabase() : [],
    ]);
    const counted = await merge([{ id: "process", snapshot: readOwn() }, ...threads]);
    return [...counted, ...runtime, ...fromDatabase];
  };
}
