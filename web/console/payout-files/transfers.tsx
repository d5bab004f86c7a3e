import type { PayoutFile, TransferOrder } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { List } from "../../ui/parts/list.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { TransferState } from "../bank/transfer-state.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

/** The transfers of a file, each as it is now, after all answers and returns. One can be refused before the release. */
export function Transfers({ file: { id, status: fileStatus } }: { readonly file: PayoutFile }) {
  const { bankFiles, payoutFiles: t } = useTexts();
  const format = useFormat();
  const { query } = useAddress();
  const mayRefuse = useMayAct()("refuseTransferOrder") && fileStatus === "PREPARED";
  const columns: readonly Column<TransferOrder>[] = [
    { head: bankFiles.amount, cell: ({ amount, currency }) => format.amount(amount, currency), card: "lead" },
    { head: bankFiles.state, cell: ({ status }) => <TransferState status={status} />, card: "side" },
    {
      head: bankFiles.recipient,
      cell: ({ recipientName, recipientAccount }) => `${recipientName}, ${recipientAccount}`,
    },
    ...(fileStatus === "PREPARED"
      ? []
      : [
          {
            head: bankFiles.bankSays,
            cell: ({ bankStatus, reason }: TransferOrder) => [bankStatus, reason].filter(Boolean).join(" · "),
          },
        ]),
    { head: t.kind, cell: ({ kind }) => t.kinds[kind], card: "quiet" },
    { head: bankFiles.reference, cell: ({ reference }) => <code>{reference}</code>, card: "quiet" },
    ...(mayRefuse
      ? [
          {
            head: t.act,
            card: "quiet" as const,
            cell: (order: TransferOrder) => {
              const amount = format.amount(order.amount, order.currency);
              return (
                <Ask
                  act="refuseTransferOrder"
                  label={t.refuseOne}
                  about={amount}
                  sendLabel={t.refuseAmount(amount)}
                  text={t.refuseOneText[order.kind](amount)}
                  fields={[{ name: "note", label: t.note, hint: t.noteHint }]}
                  path={`/tenant/transfer-orders/${encodeURIComponent(order.id)}/refuse`}
                  done={t.refusedOne}
                  refusals={t.refusals}
                  isQuiet
                />
              );
            },
          },
        ]
      : []),
  ];
  return (
    <List<TransferOrder>
      caption={t.transfers}
      path="/tenant/transfer-orders"
      query={{ fileId: id, status: query.status ?? null }}
      filters={[
        {
          kind: "choice",
          name: "status",
          label: bankFiles.state,
          options: Object.entries(bankFiles.transferStates),
        },
      ]}
      columns={columns}
      keyOf={(order) => order.id}
      empty={<p>{bankFiles.noTransfers}</p>}
    />
  );
}
