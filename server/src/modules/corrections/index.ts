export { createCorrectionRoutes } from "./routes.ts";
export { createCorrections } from "./service.ts";
