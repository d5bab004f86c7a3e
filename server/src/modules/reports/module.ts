import type { Module } from "../module.ts";
import { createReportSums, type FoldDeps } from "./fold.ts";
import { createReportRoutes } from "./routes.ts";

/** Sums per hour, kept in the background, and the reports that are read from them. */
export function createReportsModule(deps: FoldDeps): Module {
  const read = { ...deps, db: deps.db.reads ?? deps.db };
  return { routes: createReportRoutes(read), jobs: { reports: createReportSums(deps) } };
}
