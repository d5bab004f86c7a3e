import type { TransferOrder } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { List } from "../../ui/parts/list.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { TransferState } from "./transfer-state.tsx";

/** What the bank says of each transfer of a payment file of ours. */
export function AnsweredTransfers({ payoutFileId }: { readonly payoutFileId: string }) {
  const { bankFiles: t } = useTexts();
  const format = useFormat();
  const columns: readonly Column<TransferOrder>[] = [
    { head: t.amount, cell: ({ amount, currency }) => format.amount(amount, currency), card: "lead" },
    {
      head: t.state,
      cell: ({ status }) => <TransferState status={status} />,
      card: "side",
    },
    { head: t.bankSays, cell: ({ bankStatus, reason }) => [bankStatus, reason].filter(Boolean).join(" · ") },
    {
      head: t.recipient,
      cell: ({ recipientName, recipientAccount }) => `${recipientName}, ${recipientAccount}`,
    },
    { head: t.reference, cell: ({ reference }) => <code>{reference}</code>, card: "quiet" },
  ];
  return (
    <Card title={t.transfers}>
      <p class="quiet">{t.transfersSay}</p>
      <List<TransferOrder>
        caption={t.transfers}
        path="/tenant/transfer-orders"
        query={{ fileId: payoutFileId }}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p>{t.noTransfers}</p>}
      />
    </Card>
  );
}
