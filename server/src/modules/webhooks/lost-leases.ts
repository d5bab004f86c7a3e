import type { Queryable } from "../../db/database.ts";
import { readWatermark, writeWatermark } from "../../db/watermarks.ts";
import { releaseLostLeases } from "./leases.ts";

const SWEEP = "webhook_deliveries.leases";
const EVERY_MS = 5_000;
const BATCH = 1_000;
/** How far two instances' clocks may differ, and how late a statement may commit its timestamp. */
const OVERLAP_MS = 60_000;
/** How far back a search goes when the clock was set back and the watermark lies in the future. */
const SET_BACK_MS = 86_400_000;

/**
 * Finds deliveries that their writer has lost, by their time of writing: a pass searches what is younger than the end
 * of the last pass minus an overlap, and older than a lease. Returns how many became due.
 */
export function createLostLeases(db: Queryable, leaseMs: number): (nowMs: number) => Promise<number> {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let sweptUntilMs: number | null = null;
  return async (nowMs) => {
    const sinceMs = nowMs - lookedAtMs;
    if (sinceMs >= 0 && sinceMs < EVERY_MS) return 0;
    sweptUntilMs ??= await readWatermark(db, SWEEP);
    const untilMs = nowMs - leaseMs;
    const fromMs = sweptUntilMs <= untilMs ? sweptUntilMs : untilMs - SET_BACK_MS;
    const released = await releaseLostLeases(db, { fromMs, untilMs, nowMs, limit: BATCH });
    // A full batch may have left rows behind: the next round searches again.
    if (released === BATCH) return released;
    lookedAtMs = nowMs;
    const reachedMs = untilMs - OVERLAP_MS;
    if (reachedMs > fromMs) {
      await writeWatermark(db, SWEEP, reachedMs);
      sweptUntilMs = reachedMs;
    }
    return released;
  };
}
