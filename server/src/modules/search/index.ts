export { createSearchModule } from "./module.ts";
