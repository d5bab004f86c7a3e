/** How long a proof that the holder is present counts. */
export const STEP_UP_MS = 5 * 60 * 1000;

/** Whether the holder of a log-in has proved to be present a moment ago. A proof dated in the future is none. Pure. */
export function isSteppedUp(steppedUpAtMs: number | null, nowMs: number): boolean {
  return steppedUpAtMs !== null && steppedUpAtMs <= nowMs && nowMs < steppedUpAtMs + STEP_UP_MS;
}
