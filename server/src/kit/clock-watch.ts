import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

/** Clock slewing between two looks is far smaller; a larger difference means that the clock was set. */
const JUMP_MS_MIN = 2_000;

export interface ClockWatchDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Monotonic milliseconds: not affected when the wall clock is set. */
  readonly monotonicMs: () => number;
}

/**
 * Compares the wall clock with the monotonic one since the last look. Each look returns by how many milliseconds the
 * wall clock was set forward (or back, below 0) since then, and logs `clock.jumped`; 0 when it was not set. A machine
 * that slept looks the same as one whose clock was set forward: for due times there is no difference.
 */
export function createClockWatch({ clock, log, monotonicMs }: ClockWatchDeps): () => number {
  let wallMs = clock.nowMs();
  let steadyMs = monotonicMs();
  return () => {
    const [wallNowMs, steadyNowMs] = [clock.nowMs(), monotonicMs()];
    const byMs = Math.round(wallNowMs - wallMs - (steadyNowMs - steadyMs));
    wallMs = wallNowMs;
    steadyMs = steadyNowMs;
    if (Math.abs(byMs) < JUMP_MS_MIN) return 0;
    log.warn("clock.jumped", { byMs });
    return byMs;
  };
}
