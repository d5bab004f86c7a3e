import { Type } from "typebox";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { type Coverage, CoverageQuery, CoverageView, coverageExample } from "./coverage.ts";

export function createCoverageRoute(coverage: Coverage): Route {
  return operatorRoute({
    tag: "Reconciliation",
    method: "GET",
    path: "/tenant/reconciliation/coverage",
    operationId: "getReconciliationCoverage",
    summary: "Get the reconciliation coverage",
    description:
      "Every account's days are fetched and compared each night, two hours after they end in the time zone of the account's bank, or in UTC. Shows what was done, what waits and why, and the balances that were read.",
    permission: "tenant.reconciliation.read",
    idempotency: "none",
    successStatus: 200,
    errors: [],
    examples: { data: [coverageExample] },
    schemas: { query: CoverageQuery, response: Type.Array(CoverageView) },
    handle: async ({ operator, query }) => ({ data: await coverage.list(operator, query) }),
  });
}
