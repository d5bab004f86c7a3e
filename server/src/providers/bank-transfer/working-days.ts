const DAY_MS = 86_400_000;

/**
 * `fromMs` and so many working days, in epoch milliseconds, at the same time of the day. Saturdays and Sundays in the bank's time
 * zone do not count; public holidays do, because no kept list of them covers these countries.
 */
export function addWorkingDays(fromMs: number, days: number, timeZone: string): number {
  const weekday = new Intl.DateTimeFormat("en", { weekday: "short", timeZone });
  let atMs = fromMs;
  for (let left = days; left > 0; ) {
    atMs += DAY_MS;
    const name = weekday.format(atMs);
    if (name !== "Sat" && name !== "Sun") left -= 1;
  }
  return atMs;
}
