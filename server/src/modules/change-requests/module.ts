import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import type { ChangeRequestsDeps } from "./deps.ts";
import { createChangeRequestRoutes } from "./routes.ts";
import { type ChangeRequests, createChangeRequests } from "./service.ts";

const EXPIRY_INTERVAL_MS = 60_000;

export interface ChangeRequestsModule extends Module {
  readonly changes: ChangeRequests;
}

export function createChangeRequestsModule(
  deps: ChangeRequestsDeps & { readonly clock: Clock; readonly log: Logger },
): ChangeRequestsModule {
  const { clock, log } = deps;
  const changes = createChangeRequests(deps);
  return {
    changes,
    // Read when it is asked for: the modules above define what can be requested after this one is made.
    get routes() {
      return createChangeRequestRoutes(changes);
    },
    jobs: {
      changeRequests: createLoop({
        name: "change_requests",
        intervalMs: EXPIRY_INTERVAL_MS,
        clock,
        log,
        run: (nowMs) => changes.expire(nowMs),
      }),
    },
  };
}
