const DAY_MS = 86_400_000;
/** A paper that ends within this many days should be asked for anew. */
export const EXPIRY_DAYS = 60;

/** The day `days` after now, as the API writes days. Pure. */
export const dayAfter = (nowMs: number, days: number): string =>
  new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);

/** Whether a paper with this last valid day has ended, ends soon, or neither; null: it has none. Pure. */
export function validityOf(expiresOn: string | null, nowMs: number): "ENDED" | "SOON" | "VALID" | null {
  if (expiresOn === null) return null;
  if (expiresOn < dayAfter(nowMs, 0)) return "ENDED";
  return expiresOn <= dayAfter(nowMs, EXPIRY_DAYS) ? "SOON" : "VALID";
}
