import process from "node:process";

/** What asks the service to end: systemd and containers, Ctrl-C, and a terminal that closes. */
export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
export type StopSignal = (typeof stopSignals)[number];

/** Signals that come so close together are one request: npm passes a Ctrl-C on that the terminal has sent us already. */
const SAME_REQUEST_MS = 1_000;
const PARENT_LOOK_MS = 500;

export interface StopRequests {
  /** Called once, with a word for what asked. */
  readonly stop: (reason: string) => void;
  /** Called when the request is repeated: whoever asks twice does not want to wait. */
  readonly force: () => void;
  /** Monotonic milliseconds. */
  readonly monotonicMs?: () => number;
}

/** What becomes of each signal. A terminal that closes sends its own more than once and forces nothing. */
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
 * Calls `ended` once when npm, which has started this process, is gone: npm passes SIGTERM and SIGINT on, but dies of SIGHUP
 * and of `kill -9` without a word. Does nothing when somebody else has started it, who may well end before it.
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
 * Whoever read our words may be gone (`npm start 2>&1 | head`, a terminal that was closed): what we say is lost then, and
 * nothing else.
 */
export function survivesClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
