export { createWorkModule } from "./module.ts";
export type { Work } from "./service.ts";
