export { createSandboxModule } from "./module.ts";
