/**
 * The instant that a text of a `datetime-local` field means in a time zone, in ISO 8601; null for text that is none. Where
 * a clock goes back, the earlier or later of the two. Pure.
 */
export function instantOfLocal(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(local)) return null;
  const utcMs = Date.parse(`${local}Z`);
  return Number.isNaN(utcMs) ? null : new Date(utcMs - offsetMsAt(utcMs, timeZone)).toISOString();
}

/** How far local time is ahead of UTC at an instant. Pure. */
export function offsetMsAt(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(new Date(atMs));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    atMs
  );
}

/** The local day of an instant, `2026-11-22`. Pure. */
export function localDate(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(atMs));
}
