import type { Database } from "../../db/database.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import type { KeptDays } from "../../kit/retention.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Module } from "../module.ts";
import { createSuspensions, type Routing } from "../routing/index.ts";
import { createAlarms } from "./alarms.ts";
import { forgetCalls } from "./forget-calls.ts";
import type { CallJournal } from "./journal.ts";
import { createHealthReading } from "./reading.ts";
import { createHealthRoutes } from "./routes.ts";
import { createAccountWatch } from "./watch-accounts.ts";

/** Operators and routing see a call this much later. */
const REPORT_INTERVAL_MS = 1_000;
const TRIAL_INTERVAL_MS = 1_000;
const FORGET_INTERVAL_MS = 60_000;

export interface ProviderHealthDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Logger;
  readonly routing: Pick<Routing, "forget" | "providerAccount">;
  readonly providers: Providers;
  readonly journal: CallJournal;
  readonly keptDays: Pick<KeptDays, "providerCalls">;
}

export function createProviderHealthModule(deps: ProviderHealthDeps): Module {
  const { db, clock, log, journal } = deps;
  const watch = createAccountWatch({ ...deps, suspensions: createSuspensions(deps) });
  const loop = (name: string, intervalMs: number, run: (nowMs: number) => Promise<number>) =>
    createLoop({ name, intervalMs, clock, log, run });
  // Every process makes calls, so every process reports them.
  const providerCalls = loop("provider_calls", REPORT_INTERVAL_MS, async (nowMs) =>
    Number(await watch.report(nowMs)),
  );
  return {
    routes: createHealthRoutes(createHealthReading(deps), createAlarms(deps)),
    jobs: {
      providerCalls,
      providerTrials: loop("provider_trials", TRIAL_INTERVAL_MS, watch.tryAgain),
      forgottenCalls: loop("forgotten_calls", FORGET_INTERVAL_MS, (nowMs) =>
        forgetCalls(db, nowMs, deps.keptDays.providerCalls),
      ),
    },
    everywhere: [providerCalls],
    close: async () => {
      await journal.flush().catch((error: unknown) => log.error("provider.calls.lost", { error }));
    },
  };
}
