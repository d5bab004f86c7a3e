import type { Payout } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import type { Column } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { destinationText } from "../../parts/destination.ts";
import { PayoutState } from "../../parts/state.tsx";

export function usePayoutColumns(): readonly Column<Payout>[] {
  const { payouts: t } = useTexts();
  const format = useFormat();
  return [
    {
      head: t.amount,
      cell: (payout) => format.amount(payout.amount, payout.currency),
      isNumber: true,
      card: "lead",
    },
    { head: t.state, cell: (payout) => <PayoutState payout={payout} />, card: "side" },
    { head: t.to, cell: (payout) => destinationText(payout.destination) },
    { head: t.reference, cell: (payout) => payout.reference ?? "", card: "quiet" },
    {
      head: t.provider,
      cell: ({ provider }) => (provider?.transactionId == null ? "" : <code>{provider.transactionId}</code>),
      card: "quiet",
    },
    {
      head: t.created,
      cell: (payout) => <time dateTime={payout.createdAt}>{format.shortMoment(payout.createdAt)}</time>,
      card: "quiet",
    },
  ];
}
