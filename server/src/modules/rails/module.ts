import type { Module } from "../module.ts";
import { type ArrivalMatcherDeps, createArrivalMatcher } from "./arrival-matcher.ts";
import { createArrivals } from "./arrivals.ts";
import { createRailCorrectionRoutes } from "./correction-routes.ts";
import { createRailCorrections, type RailCorrectionsDeps } from "./corrections.ts";
import { createRailRoutes } from "./routes.ts";
import { createRails } from "./service.ts";

export function createRailsModule(deps: RailCorrectionsDeps & ArrivalMatcherDeps): Module {
  const matcher = createArrivalMatcher(deps);
  return {
    routes: [
      ...createRailRoutes(createRails(deps), createArrivals(deps)),
      ...createRailCorrectionRoutes(createRailCorrections(deps)),
    ],
    jobs: { settlementArrivals: matcher },
    dueJobs: [matcher],
  };
}
