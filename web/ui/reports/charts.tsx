import type { ReportSeries, ReportSummary, Settlement } from "../api/views.ts";
import { useReader, useUiTexts } from "../app/reader.tsx";
import { type Bar, BarChart, runningSums, SortedBars } from "../charts/bars.tsx";
import { DotChart } from "../charts/dots.tsx";
import { LineChart } from "../charts/line.tsx";
import { StackedBar } from "../charts/stack.tsx";
import { useFormat } from "../format/index.tsx";
import { operatorName } from "../format/operators.ts";
import { compactText, shortDayText, shortHourText } from "../format/times.ts";
import { pendingByDay } from "./pending-days.ts";
import { usePendingName } from "./pending-words.ts";
import { usualRange } from "./usual.ts";

type Point = ReportSeries["series"][number]["points"][number];

/** The points of one currency by the beginning of their interval, lines of groups added up by `pick`. */
function byStart(
  series: ReportSeries,
  currency: string,
  pick: (point: Point) => number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const line of series.series.filter((each) => each.currency === currency)) {
    for (const point of line.points) sums.set(point.start, (sums.get(point.start) ?? 0) + pick(point));
  }
  return sums;
}

interface OfCurrency {
  readonly series: ReportSeries;
  readonly currency: string;
}

/** Takings by day: the last half of the days as bars with their running sum, the days before them as a dashed line. */
export function TakingsChart({ series, currency }: OfCurrency) {
  const { reports: t } = useUiTexts();
  const { locale } = useReader();
  const format = useFormat();
  const takings = byStart(series, currency, ({ takings: { amount } }) => Number(amount));
  const counts = byStart(series, currency, ({ takings: { count } }) => count);
  const minor = byStart(series, currency, ({ takings: { amountMinor } }) => Number(amountMinor));
  const half = Math.floor(series.starts.length / 2);
  const [earlier, shown] = [series.starts.slice(0, half), series.starts.slice(half)];
  const bars: readonly Bar[] = shown.map((start) => ({
    label: shortDayText(start, locale, series.timeZone),
    value: takings.get(start) ?? 0,
  }));
  const amount = (start: string) => format.amount(String(minor.get(start) ?? 0), currency);
  const sums = runningSums(bars.map(({ value }) => value));
  const minorSums = runningSums(shown.map((start) => minor.get(start) ?? 0));
  // Axes around nothing would look like a drawing that failed.
  if (series.starts.every((start) => (counts.get(start) ?? 0) === 0)) return <p class="quiet">{t.nothing}</p>;
  return (
    <BarChart
      title={t.takingsByDay}
      unit={t.takingsUnit(currency, format.amount(String(minorSums.at(-1) ?? 0), currency))}
      bars={bars}
      isSummed
      before={earlier.slice(-shown.length).map((start) => takings.get(start) ?? 0)}
      tickText={(tick) => compactText(tick, locale)}
      table={{
        heads: [t.day, t.takings, t.payments, t.summed],
        rows: shown.map((start, index) => [
          format.day(start),
          amount(start),
          format.count(counts.get(start) ?? 0),
          format.amount(String(minorSums[index] ?? 0), currency),
        ]),
        values: shown.map((start, index) => [
          start.slice(0, 10),
          takings.get(start) ?? 0,
          counts.get(start) ?? 0,
          sums[index] ?? 0,
        ]),
      }}
    />
  );
}

/** The success rate of the last 24 hours, before the range of the same hours of the four weeks before. */
export function SuccessChart({ series }: { readonly series: ReportSeries }) {
  const { reports: t } = useUiTexts();
  const { locale } = useReader();
  const format = useFormat();
  const points = usualRange(series);
  const shown = (share: number | null) => (share === null ? t.none : format.percent(share));
  return (
    <LineChart
      title={t.successByHour}
      unit={t.successUnit}
      max={1}
      points={points.map(({ start, rate, band }) => ({
        label: shortHourText(start, locale, series.timeZone),
        value: rate,
        band,
      }))}
      tickText={(tick) => format.percent(tick)}
      table={{
        heads: [t.hour, t.successRate, t.attempts, t.usual],
        rows: points.map(({ start, rate, decided, band }) => [
          format.shortMoment(start),
          shown(rate),
          format.count(decided),
          band === null ? t.none : `${shown(band[0])} – ${shown(band[1])}`,
        ]),
        values: points.map(({ start, rate, decided, band }) => [
          start,
          rate,
          decided,
          band === null ? null : `${band[0]} – ${band[1]}`,
        ]),
      }}
    />
  );
}

/** How long each operator takes to say what happened. */
export function TimesChart({ series }: { readonly series: ReportSeries }) {
  const { reports: t, methods } = useUiTexts();
  const format = useFormat();
  const rows = series.series.flatMap(({ group, currency, points }) =>
    points.flatMap(({ timeToTruth: { known, p50Ms, p95Ms, p99Ms, openAfterOneMinute } }) =>
      p50Ms === null || p95Ms === null || p99Ms === null
        ? []
        : [
            {
              name: `${group === null ? methods.CARD : operatorName(group)} ${currency}`,
              known,
              p50Ms,
              p95Ms,
              p99Ms,
              openAfterOneMinute,
            },
          ],
    ),
  );
  if (rows.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <DotChart
      title={t.times}
      unit={t.timesUnit}
      rows={rows}
      table={{
        heads: [t.operator, t.attempts, "p50", "p95", "p99", t.openAfterOneMinute],
        rows: rows.map((row) => [
          row.name,
          format.count(row.known),
          format.length(row.p50Ms),
          format.length(row.p95Ms),
          format.length(row.p99Ms),
          format.percent(row.openAfterOneMinute ?? 0),
        ]),
        values: rows.map((row) => [
          row.name,
          row.known,
          row.p50Ms,
          row.p95Ms,
          row.p99Ms,
          row.openAfterOneMinute,
        ]),
      }}
    />
  );
}

/** Why attempts failed, the most frequent reason first. */
export function Failures({ summary }: { readonly summary: ReportSummary }) {
  const { reports: t, failures } = useUiTexts();
  const format = useFormat();
  if (summary.failures.length === 0) return <p class="quiet">{t.noFailures}</p>;
  return (
    <SortedBars
      label={t.failures}
      rows={summary.failures.map(({ failureCode, count }) => ({
        name: failures[failureCode],
        value: count,
        text: format.count(count),
        note: failureCode,
      }))}
    />
  );
}

/** Where the money is now, whatever the period. */
export function MoneyNow({
  now,
  currency,
  days,
}: {
  readonly now: ReportSummary["currencies"][number]["now"];
  readonly currency: string;
  /** When pending money becomes available, the next day first; empty when that is not known. */
  readonly days: readonly Settlement[];
}) {
  const { reports: t } = useUiTexts();
  const format = useFormat();
  const pendingName = usePendingName();
  const inRefund = BigInt(now.reserved.amountMinor) - BigInt(now.inPayout.amountMinor);
  const parts = [
    [t.available, BigInt(now.available.amountMinor)],
    ...pendingByDay(days, BigInt(now.pending.amountMinor)).map(
      (part, index) => [pendingName(part, index), part.amount] as const,
    ),
    [t.held, BigInt(now.held.amountMinor)],
    [t.inPayout, BigInt(now.inPayout.amountMinor)],
    [t.inRefund, inRefund < 0n ? 0n : inRefund],
  ] as const;
  return (
    <StackedBar
      label={t.moneyNow}
      parts={parts.map(([name, minor]) => ({
        name,
        value: Number(minor),
        text: format.amount(minor.toString(), currency),
      }))}
    />
  );
}
