import { createLoop } from "../../jobs/loop.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import { workRoutes } from "./routes.ts";
import { createWork, type Work, type WorkDeps } from "./service.ts";
import { forgetMarks } from "./store.ts";

const FORGET_INTERVAL_MS = 3_600_000;
/** Marks of rows that nobody touched for this long: what waited then has long ended, or waits anew. */
const MARKS_KEPT_FOR_MS = 180 * 86_400_000;

export function createWorkModule(
  deps: WorkDeps & { readonly log: Logger },
): Module & { readonly work: Work } {
  const { db, clock, log } = deps;
  const work = createWork(deps);
  return {
    work,
    routes: workRoutes(work),
    jobs: {
      workMarks: createLoop({
        name: "work_marks",
        intervalMs: FORGET_INTERVAL_MS,
        clock,
        log,
        run: (nowMs) => forgetMarks(db, nowMs - MARKS_KEPT_FOR_MS),
      }),
    },
  };
}
