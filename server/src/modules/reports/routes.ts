import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { keyRoute, operatorRoute, type Route } from "../../http/route.ts";
import { type Id, type MerchantId, type MerchantNo, publicId, type TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { seriesExample, summaryExample, tenantSeriesExample } from "./examples.ts";
import {
  MerchantParams,
  SeriesQuery,
  SeriesView,
  SummaryQuery,
  SummaryView,
  TenantSeriesQuery,
  TenantSummaryQuery,
} from "./schemas.ts";
import { readReportedMerchants } from "./scope-store.ts";
import { createReports, type ReportScope, type ReportsDeps } from "./service.ts";

const common = { method: "GET", successStatus: 200, idempotency: "none" } as const;
const merchantSide = { ...common, tag: "Reports", permission: "merchant.reports.read", errors: [] } as const;
const tenantSide = {
  ...common,
  tag: "Operators: reports",
  permission: "tenant.payments.read",
  errors: [errors.RESOURCE_NOT_FOUND],
} as const;

const counted =
  "From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days.";
const summaryText = `Takings, fees, refunds, payouts and money now by currency; how attempts ended, how long that took, why they failed. ${counted}`;
const seriesText = `The same numbers for each hour, day, week or month of a time zone, and for each payment method, operator or country. ${counted}`;

export function createReportRoutes(deps: ReportsDeps): readonly Route[] {
  const reports = createReports(deps);
  return [
    keyRoute({
      ...merchantSide,
      path: "/merchant/merchants/:merchantId/reports/summary",
      operationId: "getReportSummary",
      summary: "Get a summary report",
      description: summaryText,
      examples: { data: summaryExample },
      schemas: { params: MerchantParams, query: SummaryQuery, response: SummaryView },
      handle: async ({ caller, query }) => ({
        data: await reports.summary(ownScope(caller.merchantNo), query),
      }),
    }),
    keyRoute({
      ...merchantSide,
      path: "/merchant/merchants/:merchantId/reports/series",
      operationId: "getReportSeries",
      summary: "Get a report over time",
      description: seriesText,
      examples: { data: seriesExample },
      schemas: { params: MerchantParams, query: SeriesQuery, response: SeriesView },
      handle: async ({ caller, query }) => ({
        data: await reports.series(ownScope(caller.merchantNo), query),
      }),
    }),
    operatorRoute({
      ...tenantSide,
      path: "/tenant/reports/summary",
      operationId: "getTenantReportSummary",
      summary: "Get a summary report of all merchants",
      description: `${summaryText} Of all merchants of the tenant in one mode, or of one.`,
      examples: { data: summaryExample },
      schemas: { query: TenantSummaryQuery, response: SummaryView },
      handle: async ({ operator, query: { mode, merchantId, ...asked } }) => {
        const scope = await tenantScope(deps.db, operator.tenantId, mode, merchantId);
        return { data: await reports.summary(scope, asked) };
      },
    }),
    operatorRoute({
      ...tenantSide,
      path: "/tenant/reports/series",
      operationId: "getTenantReportSeries",
      summary: "Get a report of all merchants over time",
      description: `${seriesText} Also for each provider account or merchant.`,
      examples: { data: tenantSeriesExample },
      schemas: { query: TenantSeriesQuery, response: SeriesView },
      handle: async ({ operator, query: { mode, merchantId, ...asked } }) => {
        const scope = await tenantScope(deps.db, operator.tenantId, mode, merchantId);
        return { data: await reports.series(scope, asked) };
      },
    }),
  ];
}

/** One merchant's own sums. Groups need no other name: accounts at providers are not among them. */
function ownScope(merchantNo: MerchantNo): ReportScope {
  return { merchantNos: [merchantNo], groupName: (_grouping, group) => group };
}

/** Refuses with RESOURCE_NOT_FOUND a merchant that the tenant does not have. */
async function tenantScope(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode = "SANDBOX",
  merchantId?: string,
): Promise<ReportScope> {
  const merchants = await readReportedMerchants(
    db,
    tenantId,
    mode,
    (merchantId ?? null) as MerchantId | null,
  );
  if (merchantId !== undefined && merchants.length === 0) throw errors.RESOURCE_NOT_FOUND();
  const names = new Map(merchants.map((each) => [String(each.merchantNo), each.merchantId]));
  return {
    merchantNos: merchants.map(({ merchantNo }) => merchantNo),
    groupName: (grouping, group) => {
      if (grouping === "merchant") return names.get(group) ?? group;
      return grouping === "providerAccount"
        ? publicId("providerAccount", group as Id<"providerAccount">)
        : group;
    },
  };
}
