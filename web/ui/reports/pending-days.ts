import type { Settlement } from "../api/views.ts";

/** Days that have a part of their own; what comes later is one part. */
const DAYS_SHOWN = 3;

/** Pending money of a day (UTC), or of all later days (null). */
export interface PendingPart {
  readonly date: string | null;
  /** Minor units. */
  readonly amount: bigint;
}

/**
 * Pending money by the day on which it becomes available: the next days, then the rest. The parts add up to `pending`
 * (minor units), also when the days were read a moment earlier. Pure.
 */
export function pendingByDay(
  days: readonly Pick<Settlement, "date" | "amountMinor">[],
  pending: bigint,
): readonly PendingPart[] {
  const parts: PendingPart[] = [];
  let rest = pending;
  for (const { date, amountMinor } of days.slice(0, DAYS_SHOWN)) {
    const amount = BigInt(amountMinor);
    if (amount > rest) break;
    parts.push({ date, amount });
    rest -= amount;
  }
  return rest > 0n || parts.length === 0 ? [...parts, { date: null, amount: rest }] : parts;
}
