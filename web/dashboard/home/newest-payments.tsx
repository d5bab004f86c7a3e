import { useRead } from "../../ui/api/reads.ts";
import type { Charge } from "../../ui/api/views.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useChargeColumns } from "../../ui/payment/columns.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

const ROWS = 5;

/** The newest payments, for readers who answer payers and may not see the takings. */
export function NewestPayments() {
  const { home: t } = useTexts();
  const root = useRoot();
  const columns = useChargeColumns();
  const read = useRead<readonly Charge[]>(`/payments/charges?limit=${ROWS}`);
  return (
    <Card title={t.newest} tools={<a href={`${root}/payments`}>{t.toPayments}</a>}>
      <Shown read={read} rows={ROWS}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noPayment}</p>
          ) : (
            <Table<Charge>
              caption={t.newest}
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              hrefOf={({ paymentIntentId }) => `${root}/payments/${paymentIntentId}`}
            />
          )
        }
      </Shown>
    </Card>
  );
}
