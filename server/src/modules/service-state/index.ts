export { createServiceStateRoutes } from "./routes.ts";
