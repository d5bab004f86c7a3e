/** How often a process says that its event loop turns. */
export const BEAT_MS = 1_000;
/** So many beats may be missed: the process that misses more is taken for hung. */
export const MISSED_BEATS_MAX = 10;

/** Watches one process by the beats that it sends. */
export interface Watchdog {
  /** It has said that it lives. */
  beat(): void;
  stop(): void;
}

/** Calls back `everyMs` until it is stopped: what `setInterval` does, and what tests do by hand. */
export type Ticker = (everyMs: number, tick: () => void) => () => void;

const systemTicker: Ticker = (everyMs, tick) => {
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Calls `onHung` once, when more than `MISSED_BEATS_MAX` beats in a row were missed. Missed beats are counted by our own
 * ticks and not by a clock: when we were held up ourselves (a machine that slept), nobody else is to blame.
 */
export function createWatchdog(onHung: (silentMs: number) => void, ticker: Ticker = systemTicker): Watchdog {
  let missed = 0;
  const stop = ticker(BEAT_MS, () => {
    missed += 1;
    if (missed <= MISSED_BEATS_MAX) return;
    stop();
    onHung(missed * BEAT_MS);
  });
  return {
    beat: () => {
      missed = 0;
    },
    stop,
  };
}
