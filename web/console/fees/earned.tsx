import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Merchant, ReportSeries } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { localDate } from "../../ui/format/local-instant.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { monthOf } from "../../ui/reports/period.ts";
import { useSeries } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";

/** What the platform took in fees in a month, by method or by merchant. Month and grouping stand in the address. */
export function EarnedFees({ mode }: { readonly mode: Mode }) {
  const { fees: t } = useTexts();
  const { timeZone } = useReader();
  const { query, set } = useAddress();
  const nowMs = useNow();
  const thisMonth = localDate(nowMs, timeZone).slice(0, 7);
  const asked = monthOf(query.month ?? "", nowMs, timeZone);
  const month = asked === null ? thisMonth : (query.month ?? thisMonth);
  const groupBy = query.by === "merchant" ? "merchant" : "method";
  const period = asked ?? monthOf(thisMonth, nowMs, timeZone);
  const read = useSeries(period === null ? null : { ...period, mode, interval: "month", groupBy });
  return (
    <Card title={t.earned}>
      <p class="quiet">{t.earnedSays}</p>
      <form class="cards" onSubmit={(event) => event.preventDefault()}>
        <Field label={t.month}>
          {(attributes) => (
            <input
              {...attributes}
              type="month"
              value={month}
              max={thisMonth}
              onChange={(event) => set({ month: event.currentTarget.value })}
            />
          )}
        </Field>
        <Choice
          label={t.by}
          value={groupBy}
          options={Object.entries(t.groupings)}
          onChange={(chosen) => set({ by: chosen === "merchant" ? chosen : null })}
        />
      </form>
      <Shown read={read} rows={4}>
        {({ data }) => <Earned series={data} groupBy={groupBy} mode={mode} />}
      </Shown>
    </Card>
  );
}

interface EarnedProps {
  readonly series: ReportSeries;
  readonly groupBy: "method" | "merchant";
  readonly mode: Mode;
}

/** As many as one page of merchants holds; the others stand there by their id. */
const NAMES_MAX = 100;

/** The most first. Amounts of different currencies are never added. */
function Earned({ series, groupBy, mode }: EarnedProps) {
  const { fees: t } = useTexts();
  const { reports: words, methods } = useUiTexts();
  const format = useFormat();
  const merchants = useRead<readonly Merchant[]>(
    groupBy === "merchant" ? `/tenant/merchants${queryOf({ mode, pageSize: NAMES_MAX })}` : null,
  );
  const rows = series.series
    .flatMap(({ group, currency, points }) =>
      points.map(({ takings, fees }) => ({ group: group ?? "", currency, takings, fees })),
    )
    .sort((one, other) => (BigInt(other.fees.amountMinor) > BigInt(one.fees.amountMinor) ? 1 : -1));
  if (rows.length === 0) return <p>{words.nothing}</p>;
  const nameOf = (group: string) =>
    groupBy === "method" ? (
      (methods[group as keyof typeof methods] ?? group)
    ) : (
      <a href={`/console/merchants/${group}${queryOf({ mode })}`}>
        {merchants.data?.data.find(({ id }) => id === group)?.displayName ?? group}
      </a>
    );
  return (
    <Table
      caption={t.earned}
      rows={rows}
      keyOf={({ group, currency }) => `${group} ${currency}`}
      columns={[
        { head: t.groupings[groupBy], card: "lead", cell: ({ group }) => nameOf(group) },
        { head: t.currency, card: "quiet", cell: ({ currency }) => currency },
        { head: words.payments, isNumber: true, cell: ({ takings }) => format.count(takings.count) },
        {
          head: words.takings,
          isNumber: true,
          cell: ({ takings, currency }) => format.amount(takings.amountMinor, currency),
        },
        {
          head: t.fee,
          isNumber: true,
          card: "side",
          cell: ({ fees, currency }) => format.amount(fees.amountMinor, currency),
        },
      ]}
    />
  );
}
