import type { Route } from "../../../http/route.ts";
import type { Merchants } from "../../merchants/index.ts";
import { accountRoutes } from "./account-routes.ts";
import { type AccountDeskDeps, createAccountDesk } from "./accounts.ts";
import { boundRoutes } from "./bound-routes.ts";
import { createBoundDesk } from "./bounds.ts";
import { createDryRun } from "./dry-run.ts";
import { dryRunRoutes } from "./dry-run-routes.ts";
import { feeRoutes } from "./fee-routes.ts";
import { createFeeDesk, type FeeDeskDeps } from "./fees.ts";
import { outageRoutes } from "./outage-routes.ts";
import { createOutageDesk } from "./outages.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { createRuleDesk } from "./rules.ts";
import { subTenantRoutes } from "./sub-tenant-routes.ts";
import { createSubTenantDesk } from "./sub-tenants.ts";

export { createRoutingSetUp } from "./set-up.ts";
export interface RoutingDeskDeps extends AccountDeskDeps, FeeDeskDeps {
  readonly routing: AccountDeskDeps["routing"];
  readonly merchants: Pick<Merchants, "profile">;
}

/** Operators' operations on routing and prices under `/tenant`. */
export function createRoutingRoutes(deps: RoutingDeskDeps): readonly Route[] {
  return [
    ...subTenantRoutes(createSubTenantDesk(deps)),
    ...accountRoutes(createAccountDesk(deps), deps.providers.names),
    ...ruleRoutes(createRuleDesk(deps)),
    ...dryRunRoutes(createDryRun(deps)),
    ...boundRoutes(createBoundDesk(deps)),
    ...outageRoutes(createOutageDesk(deps)),
    ...feeRoutes(createFeeDesk(deps)),
  ];
}
