import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import type { Work } from "../work/index.ts";
import { createMerchantLive } from "./merchant-live.ts";
import { createOperatorLive } from "./operator-live.ts";
import { liveRoutes } from "./routes.ts";
import { createStreams } from "./streams.ts";

/** Half of this on average passes until a page learns of a change, in milliseconds. */
const LOOK_EVERY_MS = 500;

export interface LiveDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: Pick<Work, "counts">;
}

/** Streams of what happens. Each process looks for its own readers, and only while it has some. */
export function createLiveModule(deps: LiveDeps): Module {
  const streams = createStreams();
  const merchants = createMerchantLive({ ...deps, streams });
  const operators = createOperatorLive({ ...deps, streams });
  const live = createLoop({
    ...deps,
    name: "live",
    intervalMs: LOOK_EVERY_MS,
    run: async (nowMs) => {
      if (streams.count() === 0) return 0;
      await merchants.look(nowMs);
      await operators.look(nowMs);
      await streams.attend(nowMs);
      return 0;
    },
  });
  return { routes: liveRoutes(merchants, operators), jobs: { live }, everywhere: [live] };
}
