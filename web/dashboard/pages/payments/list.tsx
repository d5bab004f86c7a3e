import type { Charge } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useReader } from "../../../ui/app/reader.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { chargeQuery, useChargeColumns, useChargeFilters } from "../../../ui/payment/columns.tsx";
import { chargePeriod } from "../../../ui/payment/period.ts";
import { useNow } from "../../../ui/reports/now.ts";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** Payments, found by whatever a payer can say: amount, day, number, operator. */
export default function PaymentsPage() {
  const { payments } = useTexts();
  const { timeZone } = useReader();
  const { query } = useAddress();
  const root = useRoot();
  const path = "/payments/charges";
  const asked = chargeQuery(query, chargePeriod(query, timeZone, useNow()));
  return (
    <Page title={payments.title}>
      <List<Charge>
        caption={payments.caption}
        path={path}
        query={asked}
        filters={useChargeFilters()}
        columns={useChargeColumns()}
        keyOf={({ id }) => id}
        hrefOf={({ paymentIntentId }) => `${root}/payments/${paymentIntentId}`}
        empty={<p>{payments.empty}</p>}
        tools={<ExportButton path={path} query={asked} />}
      />
    </Page>
  );
}
