export { createAuditRoutes } from "./routes.ts";
