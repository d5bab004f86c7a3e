import type { ReportSeries } from "../../ui/api/views.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { BarChart } from "../../ui/charts/bars.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { compactText, monthText } from "../../ui/format/times.ts";
import { Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

interface FeesProps {
  readonly series: ReportSeries;
  readonly currency: string;
}

/** Fees of each month, beside what they were taken from. */
export function FeesByMonth({ series, currency }: FeesProps) {
  const { reports: t } = useTexts();
  const { reports: words } = useUiTexts();
  const { locale } = useReader();
  const format = useFormat();
  const points = new Map(
    series.series
      .filter((line) => line.currency === currency)
      .flatMap((line) => line.points.map((point) => [point.start, point] as const)),
  );
  const month = (start: string) => monthText(start, locale, series.timeZone);
  const minor = (start: string, kind: "takings" | "fees" | "net") =>
    points.get(start)?.[kind].amountMinor ?? "0";
  const major = (start: string, kind: "takings" | "fees" | "net") =>
    Number(points.get(start)?.[kind].amount ?? 0);
  return (
    <BarChart
      title={t.feesByMonth}
      unit={currency}
      bars={series.starts.map((start) => ({ label: month(start), value: Math.max(0, major(start, "fees")) }))}
      tickText={(tick) => compactText(tick, locale)}
      table={{
        heads: [t.month, t.fees, words.takings, t.net],
        rows: series.starts.map((start) => [
          month(start),
          format.amount(minor(start, "fees"), currency),
          format.amount(minor(start, "takings"), currency),
          format.amount(minor(start, "net"), currency),
        ]),
        values: series.starts.map((start) => [
          month(start),
          major(start, "fees"),
          major(start, "takings"),
          major(start, "net"),
        ]),
      }}
    />
  );
}

/** Fees and net of the month, by means of payment. */
export function FeesByMethod({ series, currency }: FeesProps) {
  const { reports: t } = useTexts();
  const { reports: words, methods, payment } = useUiTexts();
  const format = useFormat();
  const rows = series.series.flatMap((line) =>
    line.group === null || line.currency !== currency
      ? []
      : line.points.map((point) => ({ ...point, method: line.group })),
  );
  if (rows.length === 0) return <p class="quiet">{words.nothing}</p>;
  const amount = ({ amountMinor }: { readonly amountMinor: string }) => format.amount(amountMinor, currency);
  return (
    <Table
      caption={t.feesByMethod}
      rows={rows}
      keyOf={({ method }) => method ?? ""}
      columns={[
        {
          head: payment.method,
          card: "lead",
          cell: ({ method }) => methods[(method ?? "") as keyof typeof methods] ?? method,
        },
        { head: words.payments, isNumber: true, cell: ({ takings }) => format.count(takings.count) },
        { head: words.takings, isNumber: true, cell: ({ takings }) => amount(takings) },
        { head: t.fees, isNumber: true, cell: ({ fees }) => amount(fees) },
        { head: t.net, isNumber: true, card: "side", cell: ({ net }) => amount(net) },
      ]}
    />
  );
}
