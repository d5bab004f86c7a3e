export { sandboxErrors } from "./errors.ts";
export { sandboxRoutes } from "./routes.ts";
export { createSandbox, type Sandbox, type SandboxDeps } from "./service.ts";
