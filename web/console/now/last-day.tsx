import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { ReportSummary } from "../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Failures, SuccessChart, TimesChart } from "../../ui/reports/charts.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { lastHours } from "../../ui/reports/period.ts";
import { useSeries, useSummary } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { OperatorTable } from "./later-cards.ts";

const DAY_HOURS = 24;
/** The last day, and four weeks before it to compare with. */
const USUAL_HOURS = 29 * DAY_HOURS;

interface OfMode {
  readonly mode: Mode;
}

/** The last 24 hours in numbers, and each of them beside what is usual. */
export function LastDay({ mode }: OfMode) {
  const { now: t } = useTexts();
  const { reports } = useUiTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const nowMs = useNow();
  const summary = useSummary({ ...lastHours(nowMs, timeZone, DAY_HOURS), mode });
  const usual = useSeries({ ...lastHours(nowMs, timeZone, USUAL_HOURS), mode, interval: "hour" });
  return (
    <Card title={t.lastDay}>
      <Shown read={summary} rows={2}>
        {({ data }) => (
          <>
            <Numbers summary={data} />
            <p class="quiet">{reports.asOf(format.shortMoment(data.asOf))}</p>
          </>
        )}
      </Shown>
      <Shown read={usual} rows={5}>
        {({ data }) => <SuccessChart series={data} />}
      </Shown>
    </Card>
  );
}

/** How each operator did in these hours, and why payments failed. */
export function ByOperator({ mode }: OfMode) {
  const { now: t } = useTexts();
  const { reports } = useUiTexts();
  const { timeZone } = useReader();
  const day = lastHours(useNow(), timeZone, DAY_HOURS);
  const operators = useSeries({ ...day, mode, interval: "period", groupBy: "operator" });
  const summary = useSummary({ ...day, mode });
  return (
    <>
      <Card title={t.byOperator}>
        <Shown read={operators} rows={5}>
          {({ data }) => (
            <>
              <OperatorTable series={data} mode={mode} />
              <TimesChart series={data} />
            </>
          )}
        </Shown>
      </Card>
      <Card title={reports.failures}>
        <Shown read={summary}>{({ data }) => <Failures summary={data} />}</Shown>
      </Card>
    </>
  );
}

/** Success, what nobody knows yet with its sums, and what is under way. */
function Numbers({ summary }: { readonly summary: ReportSummary }) {
  const { now: t } = useTexts();
  const { reports } = useUiTexts();
  const format = useFormat();
  const { attempts, currencies, timeToTruth } = summary;
  const sums = currencies
    .filter(({ unknown }) => unknown.count > 0)
    .map(({ currency, unknown }) => format.amount(unknown.amountMinor, currency));
  return (
    <dl class="numbers">
      <div>
        <dt>{reports.successRate}</dt>
        <dd>{attempts.successRate === null ? "–" : format.percent(attempts.successRate)}</dd>
        <dd class="quiet">{t.ofDecided(format.count(attempts.succeeded + attempts.failed))}</dd>
      </div>
      <div>
        <dt>{t.unknown}</dt>
        <dd>{format.count(attempts.unknown)}</dd>
        <dd class="quiet">{sums.length === 0 ? t.noMoney : sums.join(" · ")}</dd>
      </div>
      <div>
        <dt>{t.underWay}</dt>
        <dd>{format.count(attempts.underWay)}</dd>
      </div>
      <div>
        <dt>{reports.openAfterOneMinute}</dt>
        <dd>
          {timeToTruth.openAfterOneMinute === null ? "–" : format.percent(timeToTruth.openAfterOneMinute)}
        </dd>
        <dd class="quiet">{timeToTruth.p95Ms === null ? "" : t.p95(format.length(timeToTruth.p95Ms))}</dd>
      </div>
    </dl>
  );
}
