export { createExportsModule } from "./module.ts";
