import type { Module } from "../module.ts";
import { type AskNow, createAskNow } from "./ask-now.ts";
import { createDecisions } from "./decisions.ts";
import type { ReviewDeps } from "./deps.ts";
import { createLateMoneyRoute } from "./late-money.ts";
import { createReviewReading } from "./reading.ts";
import { createReviewRoutes } from "./routes.ts";

export interface ReviewModule extends Module {
  readonly askNow: AskNow;
}

export function createReviewModule(deps: ReviewDeps): ReviewModule {
  const askNow = createAskNow(deps);
  return {
    askNow,
    routes: [
      ...createReviewRoutes(createReviewReading(deps), createDecisions(deps), askNow),
      createLateMoneyRoute(deps),
    ],
  };
}
