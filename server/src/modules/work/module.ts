import { createLoop } from "../../jobs/loop.ts";
import type { Module } from "../module.ts";
import { createDigestSettings, createDigests, type DigestDeps, type DigestSettings } from "./digest.ts";
import { digestRoutes } from "./digest-routes.ts";
import { workRoutes } from "./routes.ts";
import { createWork, type Work, type WorkDeps } from "./service.ts";
import { forgetMarks } from "./store.ts";

const FORGET_INTERVAL_MS = 3_600_000;
/** Marks of rows that nobody touched for this long: what waited then has long ended, or waits anew. */
const MARKS_KEPT_FOR_MS = 180 * 86_400_000;

export function createWorkModule(
  deps: WorkDeps & DigestDeps,
): Module & { readonly work: Work; readonly digest: DigestSettings } {
  const { db, clock, log } = deps;
  const work = createWork(deps);
  const digest = createDigestSettings(deps);
  return {
    work,
    digest,
    routes: [...workRoutes(work), ...digestRoutes(digest)],
    jobs: {
      operatorDigests: createDigests(deps, work),
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
