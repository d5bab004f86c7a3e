const DAY_MS = 86_400_000;

/** A day of the calendar, `2026-11-21`, with its instants in a time zone: `toMs` is not part of it. */
export interface CalendarDay {
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The IANA time zone of an account: its setting `timeZone`, or UTC where it has none that this machine knows. */
export function timeZoneOf(settings: Readonly<Record<string, string>>): string {
  const { timeZone } = settings;
  if (timeZone === undefined) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** The day in `timeZone` that contains `atMs`. Pure. */
export function dayAt(atMs: number, timeZone: string): CalendarDay {
  const day = dateText(atMs, timeZone);
  return { day, fromMs: startOf(day, timeZone), toMs: startOf(dayAfter(day), timeZone) };
}

/** The last `count` days in `timeZone` that have ended by `nowMs`, oldest first. Pure. */
export function endedDays(nowMs: number, timeZone: string, count: number): readonly CalendarDay[] {
  const days: CalendarDay[] = [];
  let { fromMs } = dayAt(nowMs, timeZone);
  while (days.length < count) {
    const before = dayAt(fromMs - 1, timeZone);
    days.unshift(before);
    fromMs = before.fromMs;
  }
  return days;
}

/** To make one takes as long as hundreds of dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateText(atMs: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // The Canadian form of a date is that of ISO 8601.
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format.format(atMs);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** The first instant of a day: found between the two instants at which any zone of the world can begin it. */
function startOf(day: string, timeZone: string): number {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  let low = midnightMs - DAY_MS;
  let high = midnightMs + DAY_MS;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateText(middle, timeZone) >= day) high = middle;
    else low = middle;
  }
  return high;
}
