import type { ReportSummary } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { SortedBars } from "../../ui/charts/bars.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Failures, TimesChart } from "../../ui/reports/charts.tsx";
import type { ReportPeriod } from "../../ui/reports/period.ts";
import { useSeries, useSummary } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { Operators } from "./operators.tsx";

/** How a month's payers got from the page to the payment, why some did not, and how each operator did. */
export function PaymentsOfMonth({ period }: { readonly period: ReportPeriod }) {
  const { reports: t } = useTexts();
  const { reports: words } = useUiTexts();
  const summary = useSummary(period);
  const operators = useSeries({ ...period, interval: "period", groupBy: "operator" });
  return (
    <>
      <Card title={t.funnel}>
        <Shown read={summary} rows={5}>
          {({ data }) => <Funnel funnel={data.funnel} />}
        </Shown>
      </Card>
      <Card title={words.failures}>
        <Shown read={summary}>{({ data }) => <Failures summary={data} />}</Shown>
      </Card>
      <Card title={t.byOperator}>
        <Shown read={operators} rows={4}>
          {({ data }) => (
            <>
              <Operators series={data} />
              <TimesChart series={data} />
            </>
          )}
        </Shown>
      </Card>
    </>
  );
}

const steps = ["sessions", "methodChosen", "sent", "approved", "paid"] as const;

/** From the page to the payment, each step with what it counts. */
function Funnel({ funnel }: Pick<ReportSummary, "funnel">) {
  const { reports: t } = useTexts();
  const { reports: words } = useUiTexts();
  const format = useFormat();
  if (steps.every((step) => funnel[step] === 0)) return <p class="quiet">{words.nothing}</p>;
  return (
    <>
      <SortedBars
        label={t.funnel}
        rows={steps.map((step) => ({
          name: t.funnelSteps[step],
          value: funnel[step],
          text: format.count(funnel[step]),
          meaning: t.funnelMeanings[step],
        }))}
      />
      <p class="quiet">{t.funnelNote}</p>
    </>
  );
}
