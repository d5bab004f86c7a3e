const DELAY_MS = 100;
const DELAY_MS_MAX = 10_000;
/** A process that ran this long started well: the next restart happens without delay. */
const STEADY_MS = 30_000;

/**
 * Delays before something that died is started again, in milliseconds: 100 at first, doubled each time, 10 000 at most.
 * The argument is how long it ran.
 */
export function createRestartDelays(): (livedMs: number) => number {
  let nextMs = DELAY_MS;
  return (livedMs) => {
    const delayMs = livedMs > STEADY_MS ? DELAY_MS : nextMs;
    nextMs = Math.min(delayMs * 2, DELAY_MS_MAX);
    return delayMs;
  };
}
