import { useRead } from "../../../ui/api/reads.ts";
import type { Wallet } from "../../../ui/api/views.ts";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Entries } from "../../balance/entries.tsx";
import { Holds } from "../../balance/holds.tsx";
import { Settlements } from "../../balance/settlements.tsx";
import { WalletBar } from "../../balance/wallet-bar.tsx";
import { WalletParts } from "../../balance/wallet-parts.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** One wallet: where its money is, when the rest becomes available, what is held, and what moved. */
export default function WalletPage({ params: { walletId = "" } }: PageProps) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const read = useRead<Wallet>(`/payments/wallets/${encodeURIComponent(walletId)}`);
  const wallet = read.data?.data;
  return (
    <Page
      title={wallet === undefined ? t.wallet : `${t.wallet} ${wallet.label}`}
      above={<a href={`${root}/balance`}>{t.all}</a>}
      tools={
        <a class="button quiet" href={`${root}/reports?wallet=${encodeURIComponent(walletId)}`}>
          {t.statement}
        </a>
      }
    >
      <Shown read={read} rows={4}>
        {({ data }) => (
          <Card title={`${t.total} ${format.amount(data.balanceMinor, data.currency)}`}>
            <WalletBar wallet={data} />
            <WalletParts wallet={data} />
            <p class="quiet">{t.asOf(format.moment(data.updatedAt))}</p>
          </Card>
        )}
      </Shown>
      {wallet !== undefined && (
        <>
          <Card title={t.soon}>
            <Settlements wallet={wallet} />
            <Holds wallet={wallet} />
          </Card>
          <Card title={t.entries}>
            <Entries wallet={wallet} />
          </Card>
        </>
      )}
    </Page>
  );
}
