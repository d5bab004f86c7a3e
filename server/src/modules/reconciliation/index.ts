export { balanceGapSource } from "./balance-gaps.ts";
export { createCorrectedDifferences } from "./corrected-differences.ts";
export { createReconciliationModule } from "./module.ts";
