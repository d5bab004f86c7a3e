export { createServiceStateModule } from "./module.ts";
