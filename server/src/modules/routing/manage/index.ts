import type { Route } from "../../../http/route.ts";
import type { Merchants } from "../../merchants/index.ts";
import { accountRoutes } from "./account-routes.ts";
import { createProviderAccounts, type ProviderAccountsDeps } from "./accounts.ts";
import { boundRoutes } from "./bound-routes.ts";
import { createAmountBounds } from "./bounds.ts";
import { createDryRun } from "./dry-run.ts";
import { dryRunRoutes } from "./dry-run-routes.ts";
import { feeRoutes } from "./fee-routes.ts";
import { createFeeSchedules, type FeeSchedulesDeps } from "./fee-schedules.ts";
import { type MerchantRoutingDeps, merchantRoutingRoutes } from "./merchant-routes.ts";
import { outageRoutes } from "./outage-routes.ts";
import { createOutages } from "./outages.ts";
import { createRoutingRules } from "./routing-rules.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { subTenantRoutes } from "./sub-tenant-routes.ts";
import { createSubTenants } from "./sub-tenants.ts";

export { createRoutingSetUp } from "./set-up.ts";
export interface RoutingRoutesDeps
  extends ProviderAccountsDeps,
    FeeSchedulesDeps,
    Omit<MerchantRoutingDeps, "routing"> {
  readonly routing: ProviderAccountsDeps["routing"] & MerchantRoutingDeps["routing"];
  readonly merchants: Pick<Merchants, "profile">;
}

/** Operators' operations on routing and prices under `/tenant`, and what merchants read of them. */
export function createRoutingRoutes(deps: RoutingRoutesDeps): readonly Route[] {
  const outages = createOutages(deps);
  return [
    ...subTenantRoutes(createSubTenants(deps)),
    ...accountRoutes(createProviderAccounts(deps), deps.providers.names),
    ...ruleRoutes(createRoutingRules(deps)),
    ...dryRunRoutes(createDryRun(deps)),
    ...boundRoutes(createAmountBounds(deps)),
    ...outageRoutes(outages),
    ...merchantRoutingRoutes(deps, outages),
    ...feeRoutes(createFeeSchedules(deps)),
  ];
}
