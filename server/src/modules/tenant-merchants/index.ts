export { tenantMerchantRoutes } from "./routes.ts";
export { createTenantMerchants } from "./service.ts";
