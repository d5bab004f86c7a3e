import type { Module } from "../module.ts";
import { createQueueAges, type QueueAgesDeps } from "./queue-ages.ts";
import { createQueueAgesRoute } from "./queue-ages-route.ts";
import { createServiceStateRoutes, type ServiceStateDeps } from "./routes.ts";

/** What waits without a person, now and in the last two days. */
export function createServiceStateModule(deps: ServiceStateDeps & QueueAgesDeps): Module {
  return {
    routes: [...createServiceStateRoutes(deps), createQueueAgesRoute(deps)],
    jobs: { queueAges: createQueueAges(deps) },
  };
}
