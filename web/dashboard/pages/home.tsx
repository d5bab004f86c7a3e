import { useRead } from "../../ui/api/reads.ts";
import type { Network, ReportSummary, Settlement, Wallet } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useReader, useUiTexts } from "../../ui/app/reader.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { mainCurrency } from "../../ui/reports/currency.ts";
import { useNow } from "../../ui/reports/now.ts";
import { lastDays } from "../../ui/reports/period.ts";
import { useSummary } from "../../ui/reports/reads.ts";
import { settlementsPath } from "../balance/settlements-path.ts";
import { Attention } from "../home/attention.tsx";
import { Guide } from "../home/guide.tsx";
import { Networks } from "../home/networks.tsx";
import { Takings } from "../home/takings.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import "../home/home.css";

const MONTH_DAYS = 30;

const MoneyNow = later(async () => (await import("../../ui/reports/charts.tsx")).MoneyNow);
// Only for readers who may not see the takings.
const NewestPayments = later(async () => (await import("../home/newest-payments.tsx")).NewestPayments);

/** How the day goes, where the money is, and what waits for somebody. */
export default function HomePage() {
  const { home: t } = useTexts();
  const { reports } = useUiTexts();
  const { timeZone } = useReader();
  const { merchantId, mode } = useMerchant();
  const { query, set } = useAddress();
  const root = useRoot();
  const nowMs = useNow();
  const may = useMay();
  const mayCount = may("merchant.reports.read");
  const today = useSummary(mayCount ? lastDays(nowMs, timeZone, 1) : null);
  const monthRead = useSummary(mayCount ? lastDays(nowMs, timeZone, MONTH_DAYS) : null);
  const month = monthRead.data?.data;
  const networks = useRead<readonly Network[]>(`/merchant/merchants/${merchantId}/networks`);
  const currencies = today.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const currency =
    currencies.find((each) => each === query.currency) ?? mainCurrency(month ?? today.data?.data);
  const isNew = mode === "SANDBOX" && month !== undefined && month.funnel.paid === 0;
  return (
    <Page
      title={t.title}
      tools={
        may("merchant.links.manage") && (
          <a class="button" href={`${root}/links`}>
            {t.collect}
          </a>
        )
      }
    >
      {isNew && (
        <Card title={t.guide.title}>
          <Guide summary={month} />
        </Card>
      )}
      {mayCount && (
        <Card
          title={t.today}
          tools={
            currency !== null &&
            currencies.length > 1 && (
              <Choice
                label={t.currency}
                value={currency}
                options={currencies.map((each) => [each, each] as const)}
                onChange={(chosen) => set({ currency: chosen })}
              />
            )
          }
        >
          <Shown read={today} rows={6}>
            {({ data }) => currency !== null && <Takings summary={data} currency={currency} />}
          </Shown>
        </Card>
      )}
      {!mayCount && may("merchant.charges.read") && <NewestPayments />}
      <div class="cards">
        <Card title={t.attention}>
          <Attention month={monthRead} />
        </Card>
        <Card title={t.networks}>
          <Shown read={networks}>{({ data }) => <Networks networks={data} />}</Shown>
        </Card>
        {mayCount && (
          <Card title={reports.moneyNow} tools={<a href={`${root}/balance`}>{t.toBalance}</a>}>
            <Shown read={today}>{({ data }) => <Money summary={data} currency={currency} />}</Shown>
          </Card>
        )}
      </div>
    </Page>
  );
}

function Money({ summary, currency }: { readonly summary: ReportSummary; readonly currency: string | null }) {
  const { home: t } = useTexts();
  const own = summary.currencies.find((each) => each.currency === currency);
  const wallets = useRead<readonly Wallet[]>("/payments/wallets").data?.data;
  const wallet = wallets?.find((each) => each.currency === currency);
  const waits = wallet !== undefined && wallet.pendingMinor !== "0";
  const days = useRead<readonly Settlement[]>(waits ? settlementsPath(wallet.id) : null);
  return own === undefined ? (
    <p class="quiet">{t.noWallet}</p>
  ) : (
    <MoneyNow now={own.now} currency={own.currency} days={days.data?.data ?? []} />
  );
}
