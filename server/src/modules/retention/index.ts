export { createRetentionModule } from "./module.ts";
export { countOldWebhooks, type OldRows } from "./store.ts";
