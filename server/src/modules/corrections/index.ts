export { createCorrectionRoutes } from "./routes.ts";
export { type Corrections, createCorrections } from "./service.ts";
