/**
 * Days of creation (UTC) and the ranges of the key that hold them: pure arithmetic for `list.ts`. Ids are UUIDv7, so a
 * time is a position in the key.
 */
export const DAY_MS = 86_400_000;

/** How far the time inside a row's id may differ from its `created_at`, in milliseconds. */
export interface IdDrift {
  /** The id was made before the row. */
  readonly idEarlierMsMax: number;
  /** The clock was read before the id was made. */
  readonly idLaterMsMax: number;
}

export interface DayCount {
  readonly startMs: number;
  readonly count: number;
}

/** A range of id times: `fromMs` included, `toMs` excluded. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The largest time a UUIDv7 can carry. */
export const TIME_MAX_MS = 2 ** 48 - 1;
export const WHOLE_KEY: Window = { fromMs: 0, toMs: TIME_MAX_MS };

export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The smallest UUID made at `ms`: ids made earlier sort before it. */
export function uuidFloor(ms: number): string {
  const hex = Math.min(Math.max(Math.trunc(ms), 0), TIME_MAX_MS)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made, in epoch milliseconds. */
export function uuidTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * The key ranges of rows created on `days`, in the order of the days; adjacent ranges are merged. Days without rows are
 * left out, so a rare status is found without reading what lies between.
 */
export function windowsOf(days: readonly DayCount[], drift: IdDrift): readonly Window[] {
  const windows: Window[] = [];
  for (const { startMs } of days) {
    const next = { fromMs: startMs - drift.idEarlierMsMax, toMs: startMs + DAY_MS + drift.idLaterMsMax };
    const last = windows.at(-1);
    if (last !== undefined && next.fromMs <= last.toMs && last.fromMs <= next.toMs) {
      windows[windows.length - 1] = {
        fromMs: Math.min(last.fromMs, next.fromMs),
        toMs: Math.max(last.toMs, next.toMs),
      };
    } else windows.push(next);
  }
  return windows;
}

/**
 * The days, in reading order, that hold the entries `offset` to `offset + limit`; `before` is the number of entries
 * ahead of the first day.
 */
export function daysOfPage(days: readonly DayCount[], offset: number, limit: number) {
  let before = 0;
  let first = 0;
  for (const [index, day] of days.entries()) {
    if (before + day.count > offset) {
      first = index;
      break;
    }
    before += day.count;
  }
  let last = first;
  for (let reached = before; last < days.length; last += 1) {
    reached += days[last]?.count ?? 0;
    if (reached >= offset + limit) break;
  }
  return { first, last: Math.min(last, days.length - 1), before };
}
