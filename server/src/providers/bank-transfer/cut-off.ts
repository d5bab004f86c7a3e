import { addWorkingDays, isWorkingDay } from "../working-days.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A weekend and a day more. */
const DAYS_BACK_MAX = 4;

/** When a bank takes the transfers of a day. */
export interface CutOff {
  /** `HH:MM` at the bank. */
  readonly time: string;
  readonly timeZone: string;
}

/** The last cut-off at or before `nowMs`, on a working day, in epoch milliseconds. Pure. */
export function lastCutOff({ time, timeZone }: CutOff, nowMs: number): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Date.parse(`${dayAt(nowMs, timeZone)}T00:00:00Z`);
  for (let back = 0; back <= DAYS_BACK_MAX; back += 1) {
    const local = today - back * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
    const atMs = instantOf(local, timeZone);
    if (atMs <= nowMs && isWorkingDay(atMs, timeZone)) return atMs;
  }
  throw new Error("of five days in a row one is a working day");
}

/** The day on which a bank that gets a file now can execute it: today, or the next working day. `YYYY-MM-DD`. Pure. */
export function executionDay(timeZone: string, nowMs: number): string {
  return dayAt(isWorkingDay(nowMs, timeZone) ? nowMs : addWorkingDays(nowMs, 1, timeZone), timeZone);
}

function dayAt(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10);
}

/** The instant at which clocks of the zone show `localMs`, which is read as if the zone were UTC. */
function instantOf(localMs: number, timeZone: string): number {
  // The offset of the first guess may be that of the other side of a clock change.
  const guess = localMs - offsetMs(localMs, timeZone);
  return localMs - offsetMs(guess, timeZone);
}

/** How far the zone is ahead of UTC. */
function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return local - Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
