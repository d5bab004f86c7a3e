import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { KeptDays } from "../../kit/retention.ts";
import type { Module } from "../module.ts";
import type { RequestJournal } from "./journal.ts";
import { createRequestLogRoutes } from "./routes.ts";
import { dropDaysBefore } from "./store.ts";

/** A request is stored this much later. */
const WRITE_INTERVAL_MS = 2_000;
const FORGET_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface RequestLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keptDays: Pick<KeptDays, "requestLog">;
}

/** Writes what the journal has collected, in every process, shows it, and drops the days that are too old. */
export function createRequestLogModule(
  { db, clock, log, keptDays }: RequestLogDeps,
  journal: RequestJournal,
): Module {
  const requestLog = createLoop({
    name: "request_log",
    intervalMs: WRITE_INTERVAL_MS,
    clock,
    log,
    // One write per interval, however many requests there were: at a high rate their number is what is thinned.
    run: async () => {
      await journal.flush();
      return 0;
    },
  });
  return {
    routes: createRequestLogRoutes(db),
    jobs: {
      requestLog,
      forgottenRequests: createLoop({
        name: "forgotten_requests",
        intervalMs: FORGET_INTERVAL_MS,
        clock,
        log,
        run: (nowMs) =>
          dropDaysBefore(db, new Date(nowMs - keptDays.requestLog * DAY_MS).toISOString().slice(0, 10)),
      }),
    },
    everywhere: [requestLog],
    close: async () => {
      try {
        while ((await journal.flush()) > 0);
      } catch (error) {
        log.error("requests.lost", { error });
      }
    },
  };
}
