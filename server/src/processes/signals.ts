import process from "node:process";

/** Signals that end the service: from systemd and containers, Ctrl-C, and a closed terminal. */
export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
export type StopSignal = (typeof stopSignals)[number];

/** Signals this close together are one request: npm forwards a Ctrl-C that the terminal has already sent to us. */
const SAME_REQUEST_MS = 1_000;
const PARENT_LOOK_MS = 500;

export interface StopRequests {
  /** Called once, with the name of the cause. */
  readonly stop: (reason: string) => void;
  /** Called when the request is repeated: the operator does not want to wait. */
  readonly force: () => void;
  /** Monotonic milliseconds. */
  readonly monotonicMs?: () => number;
}

/** Decides what each signal does. A closing terminal sends its signal more than once and forces nothing. */
export function createStopRequests(requests: StopRequests): (signal: StopSignal) => void {
  const { stop, force, monotonicMs = () => performance.now() } = requests;
  let askedAtMs: number | null = null;
  return (signal) => {
    if (askedAtMs === null) {
      askedAtMs = monotonicMs();
      stop(signal);
    } else if (signal !== "SIGHUP" && monotonicMs() - askedAtMs > SAME_REQUEST_MS) {
      force();
    }
  };
}

/**
 * Calls `ended` once when the npm process that started this one has ended: npm forwards SIGTERM and SIGINT, but dies of
 * SIGHUP and of `kill -9` without telling us. Does nothing when another program started this process, since that may
 * end earlier.
 */
export function watchNpm(ended: () => void): void {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, PARENT_LOOK_MS);
  timer.unref();
}

/**
 * The reader of our output may have gone (`npm start 2>&1 | head`, a closed terminal): then only the output is lost.
 */
export function survivesClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
