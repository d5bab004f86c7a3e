import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker } from "node:worker_threads";

export interface ThreadOptions {
  /** The compiled file that the thread runs. */
  readonly entry: URL;
  /** What it is started with. */
  readonly data?: unknown;
  /** Of its own heap; what lies outside of it (buffers) is the business of what the thread runs. */
  readonly limits: ResourceLimits;
  /** Its environment; that of the process when absent. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a thread whose heap keeps to `limits`. */
export function openThread({ entry, data, limits, env }: ThreadOptions): Worker {
  // `npm start` gives the requests' young objects more room by a flag, which would come before the thread's own limit. This
  // thread has read it at its start.
  setFlagsFromString("--max-semi-space-size=0");
  return new Worker(entry, {
    workerData: data,
    resourceLimits: limits,
    ...(env === undefined ? {} : { env }),
  });
}
