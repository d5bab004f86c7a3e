export { sandboxRoutes } from "./routes.ts";
export { createSandbox } from "./service.ts";
