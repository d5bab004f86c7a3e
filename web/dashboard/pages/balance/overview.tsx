import { useRead } from "../../../ui/api/reads.ts";
import type { Wallet } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Holds } from "../../balance/holds.tsx";
import { Settlements } from "../../balance/settlements.tsx";
import { WalletParts } from "../../balance/wallet-parts.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** Each wallet in its four parts, what becomes available when, and what is held. */
export default function BalancePage() {
  const { balance: t } = useTexts();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  return (
    <Page title={t.title}>
      <Shown read={wallets}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="empty">{t.empty}</p>
          ) : (
            data.map((wallet) => <OneOfAll key={wallet.id} wallet={wallet} />)
          )
        }
      </Shown>
    </Page>
  );
}

function OneOfAll({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  return (
    <Card
      title={`${wallet.label} · ${t.total} ${format.amount(wallet.balanceMinor, wallet.currency)}`}
      tools={<a href={`${root}/balance/${wallet.id}`}>{t.open}</a>}
    >
      <WalletParts wallet={wallet} />
      <Settlements wallet={wallet} />
      <Holds wallet={wallet} />
    </Card>
  );
}
