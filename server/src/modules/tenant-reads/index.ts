import type { Module } from "../module.ts";
import { type MerchantReadsDeps, merchantReadRoutes } from "./merchant-routes.ts";
import { tenantPaymentRoutes } from "./payment-routes.ts";
import { createTenantPayments, type TenantPaymentsDeps } from "./payments.ts";

/** What operators read of the payments and the money of their tenant's merchants. */
export function createTenantReadsModule(deps: MerchantReadsDeps & TenantPaymentsDeps): Module {
  return { routes: [...tenantPaymentRoutes(createTenantPayments(deps)), ...merchantReadRoutes(deps)] };
}
