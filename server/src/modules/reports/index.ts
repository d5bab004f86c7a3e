export { createReportSums } from "./fold.ts";
export { createReportsModule } from "./module.ts";
export { forgetSums } from "./progress-store.ts";
export { findNumbers } from "./scope-store.ts";
export { createReports } from "./service.ts";
