import type { FastifyPluginAsync } from "fastify";
import { unavailableOf } from "../../http/error-response.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Module } from "../module.ts";
import { createInvitationPage } from "./invitation-page.ts";
import { operatorRoutes } from "./routes.ts";
import { createOperators, type Operators, type OperatorsDeps } from "./service.ts";

const FORGET_SESSIONS_INTERVAL_MS = 60_000;

export interface OperatorsModule extends Module {
  readonly operators: Operators;
}

export interface OperatorsModuleDeps extends OperatorsDeps {
  /** Limits and load shedding of pages. */
  readonly guardPage: (page: FastifyPluginAsync) => FastifyPluginAsync;
}

export function createOperatorsModule(deps: OperatorsModuleDeps): OperatorsModule {
  const { clock, log } = deps;
  const operators = createOperators(deps);
  return {
    operators,
    routes: operatorRoutes(operators),
    plugins: [deps.guardPage(createInvitationPage({ operators, clock, log, passing: unavailableOf }))],
    jobs: {
      operatorSessions: createLoop({
        name: "operator_sessions",
        intervalMs: FORGET_SESSIONS_INTERVAL_MS,
        clock,
        log,
        run: (nowMs) => operators.forgetOld(nowMs),
      }),
    },
    settled: () => operators.settled(),
  };
}
