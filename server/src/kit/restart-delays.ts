const DELAY_MS = 100;
const DELAY_MS_MAX = 10_000;
/** What lived so long had started well: the next restart is prompt again. */
const STEADY_MS = 30_000;

/**
 * Pauses before something that died is started again, in milliseconds: 100 at first, twice as long each time, 10 000 at most.
 * Takes how long the dead one lived.
 */
export function createRestartDelays(): (livedMs: number) => number {
  let nextMs = DELAY_MS;
  return (livedMs) => {
    const delayMs = livedMs > STEADY_MS ? DELAY_MS : nextMs;
    nextMs = Math.min(delayMs * 2, DELAY_MS_MAX);
    return delayMs;
  };
}
