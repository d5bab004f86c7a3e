import { createLoop } from "../../jobs/loop.ts";
import type { ChangeDefiner } from "../change-requests/index.ts";
import type { Module } from "../module.ts";
import { createOperatorChange } from "./change.ts";
import { createOperatorCreation } from "./create.ts";
import { operatorLogInRoutes } from "./log-in-routes.ts";
import { createOperatorLogIns } from "./log-ins.ts";
import { createOperatorRecovery } from "./recovery.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { operatorRoutes } from "./routes.ts";
import { createOperators, type Operators, type OperatorsDeps } from "./service.ts";

const FORGET_SESSIONS_INTERVAL_MS = 60_000;

export interface OperatorsModule extends Module {
  readonly operators: Operators;
}

export function createOperatorsModule(
  deps: OperatorsDeps & { readonly changes: ChangeDefiner },
): OperatorsModule {
  const { clock, log } = deps;
  const operators = createOperators(deps);
  const recovery = createOperatorRecovery({ ...deps, logIn: operators.logIn });
  const create = createOperatorCreation({ ...deps, addInvited: operators.addInvited });
  return {
    operators,
    routes: [
      ...operatorRoutes(operators, create, createOperatorChange({ ...deps, logIn: operators.logIn })),
      ...recoveryRoutes(recovery),
      ...operatorLogInRoutes(createOperatorLogIns({ ...deps, logIn: operators.logIn })),
    ],
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
