/** The only source of time. Decisions take `nowMs` from here and pass it on, into SQL too: one clock a decision. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that stands still until it is moved: tests and the simulation live on it. */
export interface ManualClock extends Clock {
  advance(byMs: number): void;
  set(toMs: number): void;
}

export function createManualClock(startMs: number): ManualClock {
  let currentMs = startMs;
  return {
    nowMs: () => currentMs,
    advance: (byMs) => {
      currentMs += byMs;
    },
    set: (toMs) => {
      currentMs = toMs;
    },
  };
}
