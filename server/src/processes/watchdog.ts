/** Heartbeat interval of a process. */
export const BEAT_MS = 1_000;
/** Heartbeats that may be missed: a process that misses more counts as hung. */
export const MISSED_BEATS_MAX = 10;

/** Watches one process by its heartbeats. */
export interface Watchdog {
  /** A heartbeat arrived. */
  beat(): void;
  stop(): void;
}

/** Calls back every `everyMs` until it is stopped: `setInterval`, or by hand in tests. */
export type Ticker = (everyMs: number, tick: () => void) => () => void;

const systemTicker: Ticker = (everyMs, tick) => {
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Calls `onHung` once, when more than `MISSED_BEATS_MAX` heartbeats in a row were missed. They are counted by our own
 * ticks and not by a clock: when this process itself was held up (a machine that slept), the other one is not at fault.
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
