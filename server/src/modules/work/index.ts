export { createWorkModule } from "./module.ts";
