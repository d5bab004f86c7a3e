import type { Module } from "../module.ts";
import { createDifferences } from "./differences.ts";
import { createReconciliationRoutes } from "./routes.ts";
import { createStatements, type ReconciliationDeps } from "./statements.ts";

export function createReconciliationModule(deps: ReconciliationDeps): Module {
  return { routes: createReconciliationRoutes(createStatements(deps), createDifferences(deps)) };
}
