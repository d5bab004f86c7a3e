import type { Refund } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../parts/days.ts";
import { RefundState, refundStatuses } from "../../parts/state.tsx";
import { useRoot } from "../../root.ts";

/** Refunds, those of late and double money among them. */
export default function RefundsPage() {
  const { refunding, refunds: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const { query: address } = useAddress();
  const query = { ...usePeriod(), status: address.status };
  const path = "/payments/refunds";
  return (
    <Page title={t.title}>
      <List<Refund>
        caption={t.caption}
        path={path}
        query={query}
        filters={[
          ...usePeriodFilters(),
          {
            kind: "choice",
            name: "status",
            label: t.state,
            options: refundStatuses.map((one) => [one, t[one]]),
          },
        ]}
        columns={[
          {
            head: t.amount,
            cell: (refund) => format.amount(refund.amount, refund.currency),
            isNumber: true,
            card: "lead",
          },
          { head: t.state, cell: (refund) => <RefundState refund={refund} />, card: "side" },
          { head: t.reason, cell: (refund) => refunding.reasons[refund.reason], card: "quiet" },
          { head: t.route, cell: (refund) => t[refund.route], card: "quiet" },
          {
            head: t.created,
            cell: (refund) => <time dateTime={refund.createdAt}>{format.shortMoment(refund.createdAt)}</time>,
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/refunds/${id}`}
        empty={
          <>
            <p>{t.empty}</p>
            <a class="button quiet" href={`${root}/payments`}>
              {t.toPayments}
            </a>
          </>
        }
        tools={<ExportButton path={path} query={query} />}
      />
    </Page>
  );
}
