import type { ReportSeries } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

/** How each operator did in the period, the worst first; what is not known yet stands apart. */
export function Operators({ series }: { readonly series: ReportSeries }) {
  const { reports: t } = useTexts();
  const { reports: words, methods } = useUiTexts();
  const format = useFormat();
  const rows = series.series
    .flatMap(({ group, currency, points }) =>
      points.map(({ attempts }) => ({
        ...attempts,
        name: `${group === null ? methods.CARD : operatorName(group)} ${currency}`,
      })),
    )
    .sort((one, other) => (one.successRate ?? 1) - (other.successRate ?? 1));
  if (rows.length === 0) return null;
  return (
    <>
      <Table
        caption={t.byOperator}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: words.operator, cell: ({ name }) => name, card: "lead" },
          {
            head: words.successRate,
            cell: ({ successRate }) => (successRate === null ? words.none : format.percent(successRate)),
            isNumber: true,
            card: "side",
          },
          {
            head: words.attempts,
            cell: ({ succeeded, failed }) => format.count(succeeded + failed),
            isNumber: true,
          },
          { head: t.unknown, cell: ({ unknown }) => format.count(unknown), isNumber: true },
        ]}
      />
      <p class="quiet">{t.rateMeaning}</p>
    </>
  );
}
