import { invalidFilter } from "../../http/list-page.ts";

export const intervals = ["hour", "day", "week", "month", "period"] as const;
export type Interval = (typeof intervals)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A leap year. */
const PERIOD_DAYS_MAX = 366;
/** Five weeks: an hour can be compared with the same hour of the four weeks before. */
const HOURLY_DAYS_MAX = 35;

/** A period of whole hours, `from` included and `to` excluded, in the days of a time zone. */
export interface ReportPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
}

export interface ReportPeriodQuery {
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

/**
 * The period that was asked for: by default the local day so far. Refuses with VALIDATION_ERROR a time zone that does
 * not exist or is not whole hours from UTC (sums are kept per hour), ends that are not full hours, and a period that is
 * empty or too long.
 */
export function parseReportPeriod(query: ReportPeriodQuery, nowMs: number, interval: Interval): ReportPeriod {
  const timeZone = query.timeZone ?? "UTC";
  const clock = localClock(timeZone);
  const toMs = query.to === undefined ? Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS : fullHour("to", query.to);
  const fromMs = query.from === undefined ? startOfLocalDay(clock, toMs - 1) : fullHour("from", query.from);
  if (toMs <= fromMs) throw invalidFilter("to", "order", "must lie after from");
  const daysMax = interval === "hour" ? HOURLY_DAYS_MAX : PERIOD_DAYS_MAX;
  if (toMs - fromMs > daysMax * DAY_MS) {
    throw invalidFilter("to", "maximum", `must lie at most ${daysMax} days after from`);
  }
  if ([fromMs, toMs].some((ms) => clock(ms).minute !== 0)) {
    throw invalidFilter("timeZone", "format", "must be whole hours from UTC: sums are kept per hour");
  }
  return { fromMs, toMs, timeZone };
}

function fullHour(path: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < 0 || ms % HOUR_MS !== 0) {
    throw invalidFilter(
      path,
      "format",
      "must be an instant at a full hour, for example 2026-11-21T10:00:00Z",
    );
  }
  return ms;
}

/** What a clock on the wall shows at an instant. */
interface LocalTime {
  /** `2026-11-21`. */
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
}
type LocalClock = (ms: number) => LocalTime;

function localClock(timeZone: string): LocalClock {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  } catch {
    throw invalidFilter("timeZone", "format", "must be the name of a time zone, for example Africa/Abidjan");
  }
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      hour: Number(parts.get("hour")),
      minute: Number(parts.get("minute")),
    };
  };
}

/** The first full hour of the local day in which an instant lies. Some days begin at one o'clock. */
function startOfLocalDay(clock: LocalClock, ms: number): number {
  const { date, hour } = clock(ms);
  let start = Math.floor(ms / HOUR_MS) * HOUR_MS - hour * HOUR_MS;
  // The offset may have changed since midnight.
  while (clock(start).date < date) start += HOUR_MS;
  while (clock(start - HOUR_MS).date === date) start -= HOUR_MS;
  return start;
}

/**
 * The beginnings of the intervals of a period, in order: local days begin at midnight, weeks on Monday, months on the
 * first. The first and the last interval may be cut off by the period. Pure.
 */
export function intervalStarts(
  { fromMs, toMs, timeZone }: ReportPeriod,
  interval: Interval,
): readonly number[] {
  if (interval === "period") return [fromMs];
  if (interval === "hour") {
    return Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_hour, index) => fromMs + index * HOUR_MS);
  }
  const clock = localClock(timeZone);
  const starts = [fromMs];
  // A local day has at most 25 hours, so noon of the next one is less than two days away.
  for (let day = startOfLocalDay(clock, fromMs); ; ) {
    day = startOfLocalDay(clock, day + 1.5 * DAY_MS);
    if (day >= toMs) return starts;
    if (beginsInterval(clock(day).date, interval)) starts.push(day);
  }
}

function beginsInterval(date: string, interval: Exclude<Interval, "hour" | "period">): boolean {
  if (interval === "day") return true;
  if (interval === "month") return date.endsWith("-01");
  const MONDAY = 1;
  return new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY;
}
