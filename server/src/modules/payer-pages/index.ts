export { createPayerPageRoutes } from "./routes.ts";
export { createPayerPageSettings } from "./service.ts";
