/**
 * The only source of time. A decision reads `nowMs` once and passes it on, also into SQL, so that it has a single time.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that stands still until a test, the simulation or the demonstration moves it. */
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

const DAY_MS = 86_400_000;
let lastDay = Number.NaN;
let lastDayText = "";
const padded = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_none, value) => String(value).padStart(length, "0"));
const twoDigits = padded(60, 2);
const threeDigits = padded(1_000, 3);

/**
 * `2026-11-21T07:05:12.123Z`, as `Date.toISOString` writes it and as every view shows times. The text of the day is
 * cached: a payment formats some twenty times, nearly all of today. Throws RangeError for an invalid time.
 */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== lastDay || !Number.isInteger(ms)) {
    const text = new Date(ms).toISOString();
    lastDay = Math.floor(Math.trunc(ms) / DAY_MS);
    lastDayText = text.slice(0, text.indexOf("T") + 1);
    return text;
  }
  const time = ms - day * DAY_MS;
  const minutes = Math.floor(time / 60_000);
  const hour = twoDigits[Math.floor(minutes / 60)];
  const second = twoDigits[Math.floor(time / 1_000) % 60];
  return `${lastDayText}${hour}:${twoDigits[minutes % 60]}:${second}.${threeDigits[time % 1_000]}Z`;
}
