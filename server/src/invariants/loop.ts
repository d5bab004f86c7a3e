import type { Database } from "../db/database.ts";
import { startOfDay } from "../db/list-days.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { checkInvariant, invariants } from "./check.ts";

const INTERVAL_MS = 3_600_000;
/** A row made just before midnight is looked at once more after it. */
const LOOK_BACK_MS = 7_200_000;

/**
 * Looks every hour whether the data of the day holds together, and after midnight at what needs all of history. It changes
 * nothing: each row that breaks a promise is logged as `invariant.violated`, for a person to look at.
 */
export function createInvariantsLoop(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): Loop {
  const { db, clock, log } = deps;
  let wholeDayMs: number | null = null;

  return createLoop({
    name: "invariants",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const dayMs = startOfDay(nowMs);
      // A restart is no reason to read everything: the first time is the next midnight.
      const isNewDay = wholeDayMs !== null && dayMs > wholeDayMs;
      wholeDayMs = dayMs;
      for (const invariant of invariants) {
        if (invariant.reach === "whole" && !isNewDay) continue;
        try {
          for (const violation of await checkInvariant(db, invariant, nowMs - LOOK_BACK_MS)) {
            log.error("invariant.violated", { ...violation, meaning: invariant.meaning });
          }
        } catch (error) {
          // Too long a look, or a database that is away: the others are worth their own try.
          log.warn("invariant.unchecked", { invariant: invariant.name, error });
        }
      }
      return 0;
    },
  });
}
