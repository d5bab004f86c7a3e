import { readWatermark, writeWatermark } from "../../db/watermarks.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { SessionEnder } from "./end-session.ts";
import { findExpired } from "./store/due-sessions.ts";

const SWEEP = "checkout_sessions.expiry";
const BATCH = 500;
/** Each round reads the recently opened sessions, a page at a time: 16 ms of PostgreSQL at 800 payments a second. */
const INTERVAL_MS = 5_000;
/** How far behind the clock the watermark stays: two instances' clocks may differ by this much. */
const OVERLAP_MS = 60_000;

/**
 * Writes expiry, with `checkout.session.expired`. Sessions refuse payment from the instant they expire, whether or not
 * this loop has run. The watermark limits the search to sessions that expired since: finished ones do not make it
 * slower.
 */
export function createExpirySweeper(
  deps: Pick<CheckoutDeps, "db" | "clock" | "log">,
  ender: SessionEnder,
): Loop {
  const { db, clock, log } = deps;
  let sweptUntilMs: number | null = null;

  return createLoop({
    name: "expiry",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      sweptUntilMs ??= await readWatermark(db, SWEEP);
      const found = await findExpired(db, { fromMs: sweptUntilMs, untilMs: nowMs, limit: BATCH });
      const swept = await Promise.all(found.map((key) => ender.sweep(key)));
      const done = swept.filter(Boolean).length;
      const reachedMs = nowMs - OVERLAP_MS;
      // A full batch may have left part of the window behind; the next round reads all of it again.
      if (found.length < BATCH && reachedMs > sweptUntilMs + OVERLAP_MS) {
        await writeWatermark(db, SWEEP, reachedMs);
        sweptUntilMs = reachedMs;
      }
      return done;
    },
  });
}
