import { useRead } from "../../ui/api/reads.ts";
import type { Wallet } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useReader } from "../../ui/app/reader.tsx";
import { localDate } from "../../ui/format/local-instant.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { lastMonths, monthOf, type ReportPeriod } from "../../ui/reports/period.ts";
import { useSeries } from "../../ui/reports/reads.ts";
import { useTexts } from "../i18n/index.ts";
import { AuditorAccess, Balances, SealedLedger, Statement } from "../reports/books.tsx";
import { FeesByMethod, FeesByMonth } from "../reports/fees.tsx";
import "../reports/reports.css";

// Below what an accountant comes for.
const PaymentsOfMonth = later(async () => (await import("../reports/payments-of-month.tsx")).PaymentsOfMonth);

/** What an accountant takes home from a month, and how its payments went. */
export default function ReportsPage() {
  const { reports: t } = useTexts();
  const { timeZone } = useReader();
  const { query, set } = useAddress();
  const nowMs = useNow();
  const wallets = useRead<readonly Wallet[]>("/payments/wallets");
  const thisMonth = localDate(nowMs, timeZone).slice(0, 7);
  const asked = query.month ?? thisMonth;
  const month = monthOf(asked, nowMs, timeZone) === null ? thisMonth : asked;
  const period = monthOf(month, nowMs, timeZone);
  const wallet =
    wallets.data?.data.find(({ id }) => id === query.wallet) ??
    wallets.data?.data.find(({ currency }) => currency === "XOF") ??
    wallets.data?.data[0];
  return (
    <Page title={t.title}>
      <form class="report-choice" onSubmit={(event) => event.preventDefault()}>
        <Field label={t.month}>
          {(attributes) => (
            <input
              {...attributes}
              type="month"
              value={month}
              max={thisMonth}
              onChange={(event) => set({ month: event.currentTarget.value })}
            />
          )}
        </Field>
        {wallet !== undefined && (
          <Choice
            label={t.wallet}
            value={wallet.id}
            options={(wallets.data?.data ?? []).map(
              ({ id, label, currency }) => [id, `${label} (${currency})`] as const,
            )}
            onChange={(chosen) => set({ wallet: chosen })}
          />
        )}
      </form>
      <Shown read={wallets}>
        {() =>
          wallet === undefined || period === null ? (
            <p class="empty">{t.noWallet}</p>
          ) : (
            <Month wallet={wallet} period={period} month={month} />
          )
        }
      </Shown>
    </Page>
  );
}

interface MonthProps {
  readonly wallet: Wallet;
  readonly period: ReportPeriod;
  readonly month: string;
}

function Month({ wallet, period, month }: MonthProps) {
  const { reports: t } = useTexts();
  const { currency } = wallet;
  const year = useSeries({ ...lastMonths(period), interval: "month", currency });
  const methods = useSeries({ ...period, interval: "period", groupBy: "method", currency });
  return (
    <>
      <Card title={t.feesByMethod}>
        <Shown read={methods}>{({ data }) => <FeesByMethod series={data} currency={currency} />}</Shown>
      </Card>
      <Card title={t.year}>
        <Shown read={year} rows={5}>
          {({ data }) => <FeesByMonth series={data} currency={currency} />}
        </Shown>
      </Card>
      <Statement wallet={wallet} period={period} month={month} />
      <Balances wallet={wallet} period={period} month={month} />
      <SealedLedger wallet={wallet} period={period} month={month} />
      <PaymentsOfMonth period={period} />
      <AuditorAccess />
    </>
  );
}
