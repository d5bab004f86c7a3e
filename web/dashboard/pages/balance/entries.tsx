import { useRead } from "../../../ui/api/reads.ts";
import type { Wallet, WalletEntry } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { Choice } from "../../../ui/parts/field.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../parts/days.ts";
import { usualWallet } from "../../parts/usual-wallet.ts";
import { useRoot } from "../../root.ts";

/** The entries of one wallet with its balance after each, and what each came from. */
export default function EntriesPage() {
  const { balance: t } = useTexts();
  const root = useRoot();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  const { query, set } = useAddress();
  return (
    <Page title={t.entries} above={<a href={`${root}/balance`}>{t.all}</a>}>
      <Shown read={wallets}>
        {({ data }) => {
          const wallet = data.find(({ id }) => id === query.wallet) ?? usualWallet(data);
          if (wallet === undefined) return <p class="empty">{t.empty}</p>;
          return (
            <>
              <Choice
                label={t.wallet}
                value={wallet.id}
                options={data.map(({ id, label, currency }) => [id, `${label} · ${currency}`])}
                onChange={(id) => set({ wallet: id, after: null, before: null })}
              />
              <Entries wallet={wallet} />
            </>
          );
        }}
      </Shown>
    </Page>
  );
}

/** Pages of what entries come from. */
const folders: Readonly<Record<string, string>> = {
  charge: "payments",
  refund: "refunds",
  payout: "payouts",
};

function Entries({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const { query: address } = useAddress();
  const query = { ...usePeriod(), type: address.type };
  const path = `/payments/wallets/${wallet.id}/entries`;
  return (
    <List<WalletEntry>
      caption={t.entriesCaption}
      path={path}
      query={query}
      filters={[
        ...usePeriodFilters(),
        { kind: "choice", name: "type", label: t.type, options: Object.entries(t.types) },
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
