const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After each failed try. Greylisting ends within minutes, a broken mail server is mended within a day. */
const delaysMs: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  16 * HOUR_MS,
];

/** A mail whose tries were never ended, because the process died each time, is not tried more often than others. */
export const TRIES_MAX = delaysMs.length + 1;

/** When a mail is tried again after `attempts` tries; null: not any more. Not after its link has ended. */
export function nextTryMs(attempts: number, nowMs: number, usefulUntilMs: number | null): number | null {
  const delayMs = delaysMs[attempts - 1];
  if (delayMs === undefined) return null;
  const atMs = nowMs + delayMs;
  return usefulUntilMs !== null && atMs >= usefulUntilMs ? null : atMs;
}
