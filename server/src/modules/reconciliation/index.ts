export { createCorrectedDifferences } from "./corrected-differences.ts";
export { createReconciliationModule } from "./module.ts";
