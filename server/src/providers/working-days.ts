const DAY_MS = 86_400_000;

/**
 * `fromMs` and so many working days, in epoch milliseconds, at the same time of the day. Saturdays and Sundays in the bank's time
 * zone do not count; public holidays do, because no kept list of them covers these countries.
 */
export function addWorkingDays(fromMs: number, days: number, timeZone: string): number {
  let atMs = fromMs;
  for (let left = days; left > 0; ) {
    atMs += DAY_MS;
    if (isWorkingDay(atMs, timeZone)) left -= 1;
  }
  return atMs;
}

/** Whether it is a day from Monday to Friday in the zone. */
export function isWorkingDay(atMs: number, timeZone: string): boolean {
  const name = new Intl.DateTimeFormat("en", { weekday: "short", timeZone }).format(atMs);
  return name !== "Sat" && name !== "Sun";
}
