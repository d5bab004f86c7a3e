export { createReportsModule } from "./module.ts";
export { forgetSums } from "./progress-store.ts";
