import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { LinkWriterDeps } from "./deps.ts";
import { findOverdue, findUsedUp } from "./store.ts";
import { createLinkEnds } from "./uses.ts";

const INTERVAL_MS = 1_000;
const BATCH = 200;
/**
 * Only a crash leaves one behind, and the check reads every active link: so it runs at the start, then only at this
 * interval.
 */
const LEFTOVERS_INTERVAL_MS = 60_000;

/**
 * Writes the end of links by time and uses, with `payment_link.expired` and `payment_link.exhausted`. Links refuse
 * payments from the instant they end, whether or not this loop has run. Several processes may sweep: each end is
 * written once.
 */
export function createLinkSweeper(deps: LinkWriterDeps): Loop {
  const { db, clock, log } = deps;
  const ends = createLinkEnds(deps);
  let leftoversAtMs = 0;

  return createLoop({
    name: "links",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      let done = 0;
      for (const key of await findOverdue(db, nowMs, BATCH)) {
        // The uses may have ended before the time did.
        if ((await ends.exhaust(key)) || (await ends.expire(key))) done += 1;
      }
      if (nowMs < leftoversAtMs) return done;
      const usedUp = await findUsedUp(db, BATCH);
      for (const key of usedUp) if (await ends.exhaust(key)) done += 1;
      if (usedUp.length < BATCH) leftoversAtMs = nowMs + LEFTOVERS_INTERVAL_MS;
      return done;
    },
  });
}
