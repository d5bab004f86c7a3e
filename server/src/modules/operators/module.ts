import { createLoop } from "../../jobs/loop.ts";
import type { Module } from "../module.ts";
import { operatorRoutes } from "./routes.ts";
import { createOperators, type Operators, type OperatorsDeps } from "./service.ts";

const FORGET_SESSIONS_INTERVAL_MS = 60_000;

export interface OperatorsModule extends Module {
  readonly operators: Operators;
}

export function createOperatorsModule(deps: OperatorsDeps): OperatorsModule {
  const { clock, log } = deps;
  const operators = createOperators(deps);
  return {
    operators,
    routes: operatorRoutes(operators),
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
