import { readWatermark, writeWatermark } from "../../db/watermarks.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { SessionEnder } from "./end-session.ts";
import { findExpired } from "./store/due-sessions.ts";

const SWEEP = "checkout_sessions.expiry";
const BATCH = 500;
/** Each look reads what was opened lately, a page at a time: 16 ms of PostgreSQL at 800 payments a second. */
const INTERVAL_MS = 5_000;
/** How far behind the clock the watermark stays: two instances' clocks may differ by so much. */
const OVERLAP_MS = 60_000;

/**
 * Writes down what the clock decided, and emits `checkout.session.expired`. Sessions are refused at the instant they end
 * whether or not this has come by. The watermark keeps the search to what ended since: sessions that are over do not
 * make it slower.
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
      // A full batch may have left some of the window behind; the next round looks at all of it again.
      if (found.length < BATCH && reachedMs > sweptUntilMs + OVERLAP_MS) {
        await writeWatermark(db, SWEEP, reachedMs);
        sweptUntilMs = reachedMs;
      }
      return done;
    },
  });
}
