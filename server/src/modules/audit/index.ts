export { createAuditDetaching } from "./detach/detach-audit.ts";
export { createAuditRoutes } from "./routes.ts";
