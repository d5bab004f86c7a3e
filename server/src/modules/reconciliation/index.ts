export { createDifferences } from "./differences.ts";
export { createReconciliationRoutes } from "./routes.ts";
export { createStatements, type ReconciliationDeps } from "./statements.ts";
