import type { ComponentChildren } from "preact";
import { queryOf } from "../../ui/api/request.ts";
import type { ReportSummary } from "../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { localDate } from "../../ui/format/local-instant.ts";
import { later } from "../../ui/parts/later.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { daysEarlier, lastDays } from "../../ui/reports/period.ts";
import { useSeries, useSummary } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

// The numbers come first, and then their drawings.
const TakingsChart = later(async () => (await import("../../ui/reports/charts.tsx")).TakingsChart);
const RateByDay = later(async () => (await import("./rate-by-day.tsx")).RateByDay);

/** Two weeks, and the two before them to compare with. */
const CHART_DAYS = 28;
const WEEK_DAYS = 7;

interface TakingsProps {
  readonly summary: ReportSummary;
  readonly currency: string;
}

/** Today's takings beside the same weekday a week ago, up to the same hour. */
export function Takings({ summary, currency }: TakingsProps) {
  const { home: t } = useTexts();
  const { reports } = useUiTexts();
  const { timeZone } = useReader();
  const format = useFormat();
  const nowMs = useNow();
  const root = useRoot();
  const day = localDate(nowMs, timeZone);
  const before = useSummary(daysEarlier(lastDays(nowMs, timeZone, 1), WEEK_DAYS));
  const series = useSeries({ ...lastDays(nowMs, timeZone, CHART_DAYS), interval: "day", currency });
  const today = summary.currencies.find((each) => each.currency === currency);
  const then = before.data?.data.currencies.find((each) => each.currency === currency);
  if (today === undefined) return null;
  return (
    <>
      <dl class="numbers">
        <Figure term={t.takings} value={format.amount(today.takings.amountMinor, currency)}>
          {then !== undefined && t.lastWeek(format.amount(then.takings.amountMinor, currency))}
        </Figure>
        <Figure term={t.payments} value={format.count(today.takings.count)}>
          {then !== undefined && t.lastWeek(format.count(then.takings.count))}
        </Figure>
        <Figure
          term={reports.successRate}
          value={summary.attempts.successRate === null ? "–" : format.percent(summary.attempts.successRate)}
          more={series.data !== undefined && <RateByDay series={series.data.data} />}
        >
          {t.decided(format.count(summary.attempts.succeeded + summary.attempts.failed))}
        </Figure>
        <Figure
          term={t.average}
          value={today.average === null ? "–" : format.amount(today.average.amountMinor, currency)}
        >
          {t.fees(format.amount(today.fees.amountMinor, currency))}
        </Figure>
      </dl>
      <Shown read={series} rows={5}>
        {({ data }) => <TakingsChart series={data} currency={currency} />}
      </Shown>
      <p>
        <a href={`${root}/payments${queryOf({ from: day, until: day })}`}>{t.todaysPayments}</a>{" "}
        <span class="quiet">{reports.asOf(format.shortMoment(summary.asOf))}</span>
      </p>
    </>
  );
}

interface FigureProps {
  readonly term: string;
  readonly value: string;
  readonly children: string | false;
  readonly more?: ComponentChildren;
}

function Figure({ term, value, children, more }: FigureProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
      {children !== false && <dd class="quiet">{children}</dd>}
      {more}
    </div>
  );
}
