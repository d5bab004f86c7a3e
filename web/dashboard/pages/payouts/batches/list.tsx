import type { PayoutBatch } from "../../../../ui/api/views.ts";
import { useUiTexts } from "../../../../ui/app/reader.tsx";
import { useFormat } from "../../../../ui/format/index.tsx";
import { Badge } from "../../../../ui/parts/badge.tsx";
import { ExportButton } from "../../../../ui/parts/export-button.tsx";
import { List } from "../../../../ui/parts/list.tsx";
import { Page } from "../../../../ui/parts/page.tsx";
import { useTexts } from "../../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../../parts/days.ts";
import { useRoot } from "../../../root.ts";

/** Files of payouts that were handed in. */
export default function BatchesPage() {
  const { batches: t, payouts } = useTexts();
  const { payment } = useUiTexts();
  const format = useFormat();
  const root = useRoot();
  const query = usePeriod();
  const path = "/payments/payouts/batches";
  const add = (
    <a class="button" href={`${root}/payouts/batches/new`}>
      {t.add}
    </a>
  );
  return (
    <Page title={t.title} above={<a href={`${root}/payouts`}>{payouts.all}</a>} tools={add}>
      <List<Omit<PayoutBatch, "rows">>
        caption={t.caption}
        path={path}
        query={query}
        filters={usePeriodFilters()}
        columns={[
          { head: payment.reference, cell: ({ reference }) => reference ?? t.one, card: "lead" },
          {
            head: t.state,
            cell: ({ status }) => <Badge tone={status === "COMPLETED" ? "good" : "quiet"} text={t[status]} />,
            card: "side",
          },
          { head: t.rows, cell: ({ rowCount }) => format.count(rowCount), isNumber: true },
          { head: t.accepted, cell: ({ acceptedCount }) => format.count(acceptedCount), isNumber: true },
          { head: t.refused, cell: ({ refusedCount }) => format.count(refusedCount), isNumber: true },
          {
            head: t.created,
            cell: ({ createdAt }) => <time dateTime={createdAt}>{format.shortMoment(createdAt)}</time>,
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/payouts/batches/${id}`}
        empty={
          <>
            <p>{t.empty}</p>
            {add}
          </>
        }
        tools={<ExportButton path={path} query={query} />}
      />
    </Page>
  );
}
