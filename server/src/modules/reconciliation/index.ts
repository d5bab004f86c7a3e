export { createDifferences } from "./differences.ts";
export { createReconciliationRoutes } from "./routes.ts";
export { createStatements } from "./statements.ts";
