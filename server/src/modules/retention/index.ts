export { countOld, type OldRows } from "./count-old.ts";
export { createRetentionModule } from "./module.ts";
