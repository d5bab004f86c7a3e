import "./balance.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { Hold, Settlement, Wallet } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Table } from "../../../ui/parts/table.tsx";
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
            data.map((wallet) => <WalletParts key={wallet.id} wallet={wallet} />)
          )
        }
      </Shown>
    </Page>
  );
}

function WalletParts({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const root = useRoot();
  const parts = [
    [t.available, wallet.availableMinor, t.availableText],
    [t.pending, wallet.pendingMinor, t.pendingText],
    [t.held, wallet.heldMinor, t.heldText],
    [t.reserved, wallet.reservedMinor, t.reservedText],
  ] as const;
  return (
    <Card
      title={`${wallet.label} · ${t.total} ${format.amount(wallet.balanceMinor, wallet.currency)}`}
      tools={<a href={`${root}/balance/entries?wallet=${wallet.id}`}>{t.entries}</a>}
    >
      <dl class="wallet-parts">
        {parts.map(([term, minor, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <strong>{format.amount(minor, wallet.currency)}</strong>
              <span class="quiet">{text}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Settlements wallet={wallet} />
      <Holds wallet={wallet} />
    </Card>
  );
}

function Settlements({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Settlement[]>(`/payments/wallets/${wallet.id}/settlements?limit=31`);
  return (
    <>
      <h3>{t.settlements}</h3>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noSettlements}</p>
          ) : (
            <Table<Settlement>
              caption={t.settlements}
              rows={data}
              keyOf={({ date }) => date}
              columns={[
                { head: t.day, cell: ({ date }) => format.day(`${date}T12:00:00Z`), card: "side" },
                {
                  head: t.amount,
                  cell: (one) => format.amount(one.amountMinor, one.currency),
                  isNumber: true,
                  card: "lead",
                },
                {
                  head: t.charges,
                  cell: ({ chargeCount }) => format.count(chargeCount),
                  isNumber: true,
                },
              ]}
            />
          )
        }
      </Shown>
    </>
  );
}

function Holds({ wallet }: { readonly wallet: Wallet }) {
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
