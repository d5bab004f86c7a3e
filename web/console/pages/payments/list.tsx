import type { Charge, Named } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader, useUiTexts } from "../../../ui/app/reader.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { chargeQuery, useChargeColumns, useChargeFilters } from "../../../ui/payment/columns.tsx";
import { chargePeriod } from "../../../ui/payment/period.ts";
import { useNow } from "../../../ui/reports/now.ts";
import { useTexts } from "../../i18n/index.ts";
import { ModeLinks, useMode } from "../../parts/mode.tsx";

/** Payments of all merchants, in one mode at a time. */
export default function PaymentsPage() {
  const { payments } = useTexts();
  const { payment } = useUiTexts();
  const { timeZone } = useReader();
  const { query } = useAddress();
  const mode = useMode();
  const merchant: Column<Named<Charge>> = {
    head: payment.merchant,
    cell: ({ merchantName }) => merchantName ?? "",
    card: "quiet",
  };
  const [amount, ...others] = useChargeColumns();
  const path = "/tenant/payments";
  const asked = {
    // Always named: the service reads the sandbox when it is absent, and the console is live then.
    mode,
    ...chargeQuery(query, chargePeriod(query, timeZone, useNow())),
  };
  return (
    <Page title={payments.title} tools={<ModeLinks />}>
      <List<Named<Charge>>
        key={mode}
        caption={payments.caption}
        path={path}
        query={asked}
        filters={useChargeFilters()}
        columns={[...(amount === undefined ? [] : [amount]), merchant, ...others]}
        keyOf={({ id }) => id}
        hrefOf={({ paymentIntentId }) => `/console/payments/${paymentIntentId}`}
        empty={<p>{payments.empty}</p>}
        tools={<ExportButton path={path} query={asked} />}
      />
    </Page>
  );
}
