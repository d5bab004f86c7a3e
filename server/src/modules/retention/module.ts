import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import { createEventForgetting } from "./forget-events.ts";

const INTERVAL_MS = 3_600_000;

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Forgets events after so many days; without the setting it does nothing. */
export function createRetentionModule(
  { db, clock, log }: RetentionDeps,
  keptDays: number | undefined,
): Module {
  if (keptDays === undefined) return {};
  const run = createEventForgetting({ db, log, keptDays, pause: (ms) => sleep(ms) });
  return {
    jobs: {
      forgottenEvents: createLoop({ name: "forgotten_events", intervalMs: INTERVAL_MS, clock, log, run }),
    },
  };
}
