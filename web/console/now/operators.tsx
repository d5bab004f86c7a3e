import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { ReportSeries } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { operatorName } from "../../ui/format/operators.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { declarePath } from "../outages/declare-path.ts";
import { wayOfOperator } from "../outages/prefill.ts";

const GOOD_FROM = 0.9;
const BAD_BELOW = 0.7;

/** How good a success rate is; null: there is none. Pure. */
export function toneOf(rate: number | null): Tone {
  if (rate === null) return "quiet";
  return rate >= GOOD_FROM ? "good" : rate >= BAD_BELOW ? "warn" : "bad";
}

interface OperatorTableProps {
  readonly series: ReportSeries;
  readonly mode: Mode;
}

/** Each operator of the period: how many attempts succeeded, and what is open. Its outage can be declared from its row. */
export function OperatorTable({ series, mode }: OperatorTableProps) {
  const { now: t } = useTexts();
  const { reports } = useUiTexts();
  const format = useFormat();
  const mayDeclare = useMayAct()("openOutage");
  const rows = series.series
    .flatMap(({ group, currency, points }) =>
      points.map((point) => ({
        ...point,
        name: `${group === null ? t.none : operatorName(group)} ${currency}`,
        way: wayOfOperator(group, currency),
      })),
    )
    .sort((one, other) => (one.attempts.successRate ?? 1) - (other.attempts.successRate ?? 1));
  if (rows.length === 0) return null;
  return (
    <Table
      caption={t.byOperator}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: reports.operator, cell: ({ name }) => name, card: "lead" },
        {
          head: reports.successRate,
          card: "side",
          cell: ({ attempts: { successRate } }) => (
            <Badge
              tone={toneOf(successRate)}
              text={successRate === null ? reports.none : format.percent(successRate)}
            />
          ),
        },
        {
          head: reports.attempts,
          isNumber: true,
          cell: ({ attempts: { succeeded, failed } }) => format.count(succeeded + failed),
        },
        { head: t.unknown, isNumber: true, cell: ({ attempts }) => format.count(attempts.unknown) },
        { head: t.underWay, isNumber: true, cell: ({ attempts }) => format.count(attempts.underWay) },
        ...(mayDeclare
          ? [
              {
                head: t.outage,
                card: "quiet" as const,
                cell: ({ name, way }: (typeof rows)[number]) =>
                  way !== null && (
                    <a href={declarePath(mode, way)} aria-label={t.declareOf(name)}>
                      {t.declareShort}
                    </a>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}
