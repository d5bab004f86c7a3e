/** Whether it is a time zone by its name: not an offset, and not text of a caller that only looks like one. Pure. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    // A RangeError: there is no such time zone.
    return false;
  }
}
