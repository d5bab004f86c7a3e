import type { Wallet, WalletEntry } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { ExportButton } from "../../ui/parts/export-button.tsx";
import { List } from "../../ui/parts/list.tsx";
import { useTexts } from "../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../parts/days.ts";
import { useRoot } from "../root.ts";

/** Pages of what entries come from. */
const folders: Readonly<Record<string, string>> = {
  charge: "payments",
  refund: "refunds",
  payout: "payouts",
};

/** The entries of a wallet, with its balance after each and what each came from. */
export function Entries({ wallet }: { readonly wallet: Pick<Wallet, "id"> }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const { query: address } = useAddress();
  const query = { ...usePeriod(), type: address.type, sourceId: address.sourceId };
  const path = `/payments/wallets/${wallet.id}/entries`;
  return (
    <List<WalletEntry>
      caption={t.entriesCaption}
      path={path}
      query={query}
      filters={[
        ...usePeriodFilters(),
        { kind: "choice", name: "type", label: t.type, options: Object.entries(t.types) },
        { kind: "text", name: "sourceId", label: t.source, hint: "pi_… ch_… re_… po_…" },
      ]}
      columns={[
        {
          head: t.amount,
          cell: (entry) =>
            `${entry.direction === "DEBIT" ? "− " : ""}${format.amount(entry.amountMinor, entry.currency)}`,
          isNumber: true,
          card: "lead",
        },
        { head: t.type, cell: (entry) => t.types[entry.type], card: "side" },
        {
          head: t.after,
          cell: (entry) => format.amount(entry.balanceAfterMinor, entry.currency),
          isNumber: true,
        },
        {
          head: t.source,
          cell: ({ sourceType, sourceId }) =>
            folders[sourceType] === undefined ? (
              <code>{sourceId}</code>
            ) : (
              <a href={`${root}/${folders[sourceType]}/${sourceId}`}>
                <code>{sourceId}</code>
              </a>
            ),
          card: "quiet",
        },
        {
          head: t.at,
          cell: (entry) => <time dateTime={entry.createdAt}>{format.shortMoment(entry.createdAt)}</time>,
          card: "quiet",
        },
      ]}
      keyOf={({ id }) => id}
      empty={<p>{t.entriesEmpty}</p>}
      tools={<ExportButton path={path} query={query} />}
    />
  );
}
