export { createStandingRoutes } from "./routes.ts";
