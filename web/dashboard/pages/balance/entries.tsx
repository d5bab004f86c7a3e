import { useRead } from "../../../ui/api/reads.ts";
import type { Wallet } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { Choice } from "../../../ui/parts/field.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Entries } from "../../balance/entries.tsx";
import { useTexts } from "../../i18n/index.ts";
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
          const wallet =
            data.find(({ id }) => id === query.wallet) ??
            data.find(({ currency }) => currency === query.currency) ??
            usualWallet(data);
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
