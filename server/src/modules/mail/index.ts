export { createMailModule } from "./module.ts";
