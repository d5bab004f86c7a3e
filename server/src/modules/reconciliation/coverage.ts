import type { ExpectedItem } from "./types.ts";

/** How far our clock and the provider's may differ. */
const CLOCK_TOLERANCE_MS = 300_000;

export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The window of our own bookings that this statement, or an earlier one, must contain. It begins and ends a little
 * before the statement's period: a booking of its last minutes may be in the next statement, by the provider's clock.
 */
export function expectedWindow({ fromMs, toMs }: Period): Period {
  return { fromMs: fromMs - CLOCK_TOLERANCE_MS, toMs: toMs - CLOCK_TOLERANCE_MS };
}

/**
 * Whether a booking must have been reported by now. The provider moved the money after we began and before we booked
 * it, so it must be reported if we began within this period, or within a time that earlier statements cover without a
 * gap up to it. Pure.
 */
export function mustBeTold(
  { createdAtMs }: Pick<ExpectedItem, "createdAtMs">,
  { fromMs }: Period,
  earlier: readonly Period[],
): boolean {
  if (createdAtMs >= fromMs + CLOCK_TOLERANCE_MS) return true;
  return covers(earlier, createdAtMs - CLOCK_TOLERANCE_MS, fromMs);
}

/** Whether `periods` together leave no gap between two instants. */
function covers(periods: readonly Period[], fromMs: number, toMs: number): boolean {
  let reachedMs = fromMs;
  for (const period of [...periods].sort((left, right) => left.fromMs - right.fromMs)) {
    if (period.fromMs > reachedMs) break;
    reachedMs = Math.max(reachedMs, period.toMs);
  }
  return reachedMs >= toMs;
}
