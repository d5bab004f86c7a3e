import { localDate } from "../format/local-instant.ts";
import { dayStart } from "../parts/filters.tsx";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a report is asked for. */
export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The reader's time zone where sums can be kept in it, else UTC: sums are per hour. Pure. */
export function reportZone(timeZone: string, atMs: number): string {
  const minutes = new Intl.DateTimeFormat("en-GB", { timeZone, minute: "numeric" }).format(new Date(atMs));
  const utcMinutes = new Date(atMs).getUTCMinutes();
  return Number(minutes) === utcMinutes ? timeZone : "UTC";
}

/** From the beginning of the local day `days - 1` days ago to the end of the current hour. Pure. */
export function lastDays(nowMs: number, timeZone: string, days: number): ReportPeriod {
  const zone = reportZone(timeZone, nowMs);
  return {
    from: dayStart({ day: localDate(nowMs, zone) }, "day", zone, 1 - days),
    to: new Date(endOfHour(nowMs)).toISOString(),
    timeZone: zone,
  };
}

/** The last hours, the current one included. Pure. */
export function lastHours(nowMs: number, timeZone: string, hours: number): ReportPeriod {
  const toMs = endOfHour(nowMs);
  return {
    from: new Date(toMs - hours * HOUR_MS).toISOString(),
    to: new Date(toMs).toISOString(),
    timeZone: reportZone(timeZone, nowMs),
  };
}

/** The local days of a month, `2026-11`; null for other text. Pure. */
export function monthOf(month: string, nowMs: number, timeZone: string): ReportPeriod | null {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return null;
  const zone = reportZone(timeZone, nowMs);
  const next = new Date(Date.UTC(Number(year), Number(number), 1)).toISOString().slice(0, 10);
  return {
    from: dayStart({ day: `${month}-01` }, "day", zone),
    to: dayStart({ day: next }, "day", zone),
    timeZone: zone,
  };
}

/** Twelve months that end with a month. Pure. */
export function lastMonths({ from, to, timeZone }: ReportPeriod): ReportPeriod {
  const [year = 0, month = 0] = localDate(Date.parse(from), timeZone).split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
  return { from: dayStart({ day: first }, "day", timeZone), to, timeZone };
}

/** The same hours some days earlier. Pure. */
export function daysEarlier({ from, to, timeZone }: ReportPeriod, days: number): ReportPeriod {
  const earlier = (instant: string) => new Date(Date.parse(instant) - days * DAY_MS).toISOString();
  return { from: earlier(from), to: earlier(to), timeZone };
}

const endOfHour = (nowMs: number): number => (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
