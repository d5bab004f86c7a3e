import { useRead } from "../api/reads.ts";
import { queryOf } from "../api/request.ts";
import type { ReportSeries, ReportSummary } from "../api/views.ts";
import { useScope } from "../app/scope.tsx";
import type { ReportPeriod } from "./period.ts";

interface ReportQuestion extends ReportPeriod {
  readonly currency?: string;
  readonly mode?: string;
  readonly merchantId?: string;
  readonly method?: string;
  readonly operator?: string;
  readonly country?: string;
  readonly interval?: string;
  readonly groupBy?: string;
}

/** Reports of the merchant in view, or of all merchants of the tenant. */
function useReportRoot(): string {
  const { audience, merchantId } = useScope();
  return audience === "operator" ? "/tenant/reports" : `/merchant/merchants/${merchantId}/reports`;
}

export const useSummary = (question: ReportQuestion | null) => {
  const root = useReportRoot();
  return useRead<ReportSummary>(question === null ? null : `${root}/summary${queryOf({ ...question })}`);
};

export const useSeries = (question: ReportQuestion | null) => {
  const root = useReportRoot();
  return useRead<ReportSeries>(question === null ? null : `${root}/series${queryOf({ ...question })}`);
};
