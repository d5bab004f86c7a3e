export { tenantMerchantRoutes } from "./routes.ts";
export { createTenantMerchants, type TenantMerchants, type TenantMerchantsDeps } from "./service.ts";
