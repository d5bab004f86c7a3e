import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker } from "node:worker_threads";

export interface ThreadOptions {
  /** The compiled file that the thread runs. */
  readonly entry: URL;
  /** Passed to the thread as `workerData`. */
  readonly data?: unknown;
  /** Limits of its heap; what the thread runs must limit its buffers, which lie outside the heap. */
  readonly limits: ResourceLimits;
  /** Its environment; the environment of the process when absent. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a thread whose heap respects `limits`. */
export function openThread({ entry, data, limits, env }: ThreadOptions): Worker {
  // `npm start` raises the young generation by a flag, which would override the thread's own limit. The thread has read
  // the flag at its start.
  setFlagsFromString("--max-semi-space-size=0");
  return new Worker(entry, {
    workerData: data,
    resourceLimits: limits,
    ...(env === undefined ? {} : { env }),
  });
}
