import { useRead } from "../../ui/api/reads.ts";
import type { Hold, Wallet } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

/** Which payments' money is held, why, and what follows. */
export function Holds({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const read = useRead<readonly Hold[]>(`/payments/wallets/${wallet.id}/holds?limit=50`);
  return (
    <>
      <h3>{t.holds}</h3>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noHolds}</p>
          ) : (
            <Table<Hold>
              caption={t.holds}
              rows={data}
              keyOf={({ chargeId }) => chargeId}
              hrefOf={({ paymentIntentId }) => `${root}/payments/${paymentIntentId}`}
              columns={[
                {
                  head: t.amount,
                  cell: (one) => format.amount(one.amountMinor, one.currency),
                  isNumber: true,
                  card: "lead",
                },
                { head: t.reason, cell: ({ reason }) => t.reasons[reason], card: "quiet" },
                { head: t.whatNow, cell: ({ status }) => t[status], card: "quiet" },
                {
                  head: t.since,
                  cell: ({ heldSince }) => <time dateTime={heldSince}>{format.moment(heldSince)}</time>,
                  card: "quiet",
                },
              ]}
            />
          )
        }
      </Shown>
    </>
  );
}
