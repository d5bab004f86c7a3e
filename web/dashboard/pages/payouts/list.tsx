import type { Payout } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../parts/days.ts";
import { payoutStatuses } from "../../parts/state.tsx";
import { useRoot } from "../../root.ts";
import { usePayoutColumns } from "./columns.tsx";

/** Payouts, and those that wait for somebody. */
export default function PayoutsPage() {
  const { payouts: t } = useTexts();
  const root = useRoot();
  const { query: address } = useAddress();
  const query = { ...usePeriod(), status: address.status, reference: address.reference };
  const path = "/payments/payouts";
  return (
    <Page
      title={t.title}
      tools={
        <>
          <a class="button" href={`${root}/payouts/new`}>
            {t.add}
          </a>
          <a class="button quiet" href={`${root}/payouts/batches`}>
            {t.batches}
          </a>
        </>
      }
    >
      <List<Payout>
        caption={t.caption}
        path={path}
        query={query}
        filters={[
          ...usePeriodFilters(),
          {
            kind: "choice",
            name: "status",
            label: t.state,
            options: payoutStatuses.map((one) => [one, t[one]]),
          },
          { kind: "text", name: "reference", label: t.reference },
        ]}
        columns={usePayoutColumns()}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/payouts/${id}`}
        empty={
          <>
            <p>{t.empty}</p>
            <a class="button" href={`${root}/beneficiaries`}>
              {t.toBeneficiaries}
            </a>
          </>
        }
        tools={<ExportButton path={path} query={query} />}
      />
    </Page>
  );
}
