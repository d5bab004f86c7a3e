import type { Snapshot } from "./measure.ts";
import { counted } from "./table.ts";

const readers = new Set<() => void>();

/** Calls `read` before the metrics are read, to set gauges from what is there then. Returns a function that ends it. */
export function beforeReading(read: () => void): () => void {
  readers.add(read);
  return () => void readers.delete(read);
}

/** What this thread has counted, as it is now. */
export function readOwn(): Snapshot {
  for (const read of readers) read();
  return counted.map((metric) => metric.read());
}
