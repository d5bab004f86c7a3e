/** A stretch of time, in epoch milliseconds: the first instant included, the last one not. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A row is written this much before or after the instant that it belongs to, at most. */
const EARLIER_MS = 2_000;
const LATER_MS = 5_000;

/** Narrow stretches around instants, those that touch made one, in order. Pure. */
export function windowsAround(instants: readonly (number | null)[]): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  const known = instants.filter((ms) => ms !== null).toSorted((one, other) => one - other);
  for (const ms of known) {
    const next = { fromMs: ms - EARLIER_MS, toMs: ms + LATER_MS };
    const last = windows.at(-1);
    if (last !== undefined && next.fromMs <= last.toMs) {
      windows[windows.length - 1] = { fromMs: last.fromMs, toMs: next.toMs };
    } else windows.push(next);
  }
  return windows;
}
