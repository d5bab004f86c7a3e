import type { Module } from "../module.ts";
import { createAccountsRoute } from "./accounts.ts";
import { createDifferences } from "./differences.ts";
import { createCoverage } from "./nightly/coverage.ts";
import { createCoverageRoute } from "./nightly/coverage-route.ts";
import { createNightlyReconciliation, type NightlyDeps } from "./nightly/jobs.ts";
import { createReconciliationRoutes } from "./routes.ts";
import { createStatementLines } from "./statement-lines.ts";
import { createStatements } from "./statements.ts";

export function createReconciliationModule(deps: NightlyDeps): Module {
  return {
    routes: [
      ...createReconciliationRoutes(
        createStatements(deps),
        createDifferences(deps),
        createStatementLines(deps),
      ),
      createCoverageRoute(createCoverage(deps)),
      createAccountsRoute(deps.db),
    ],
    jobs: { reconciliation: createNightlyReconciliation(deps) },
  };
}
