import { useMemo } from "preact/hooks";
import type { Mode } from "../../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../../ui/api/reads.ts";
import { queryOf } from "../../../ui/api/request.ts";
import type { FeeSchedule, ReportSummary, Wallet } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Column, Table } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";

const HOUR_MS = 3_600_000;
const PERIOD_MS = 30 * 24 * HOUR_MS;

/** What the merchant took in the last thirty days. Amounts of different currencies are never added. */
export function Volumes({ merchantId, mode }: { readonly merchantId: string; readonly mode: Mode }) {
  const { merchants: t } = useTexts();
  const format = useFormat();
  // The report counts whole hours.
  const from = useMemo(
    () => new Date(Math.floor((Date.now() - PERIOD_MS) / HOUR_MS) * HOUR_MS).toISOString(),
    [],
  );
  const read = useRead<ReportSummary>(`/tenant/reports/summary${queryOf({ merchantId, mode, from })}`);
  const columns: readonly Column<ReportSummary["currencies"][number]>[] = [
    { head: t.currency, cell: ({ currency }) => currency, card: "lead" },
    {
      head: t.takings,
      cell: ({ takings, currency }) => format.amount(takings.amountMinor, currency),
      isNumber: true,
      card: "side",
    },
    { head: t.payments, cell: ({ takings }) => format.count(takings.count), isNumber: true },
    {
      head: t.feesTaken,
      cell: ({ fees, currency }) => format.amount(fees.amountMinor, currency),
      isNumber: true,
    },
    {
      head: t.successRate,
      cell: ({ attempts: { successRate } }) =>
        successRate === null ? "" : format.percent(Number(successRate)),
      isNumber: true,
    },
  ];
  return (
    <Card title={t.volumes}>
      <Shown read={read}>
        {({ data }) =>
          data.currencies.length === 0 ? (
            <p>{t.noVolumes}</p>
          ) : (
            <>
              <Table
                caption={t.volumes}
                columns={columns}
                rows={data.currencies}
                keyOf={({ currency }) => currency}
              />
              <p class="quiet">{t.asOf(format.moment(data.asOf))}</p>
            </>
          )
        }
      </Shown>
    </Card>
  );
}

/** What the merchant's wallets hold now. */
export function Wallets({ path, mode }: { readonly path: string; readonly mode: Mode }) {
  const { merchants: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Wallet[]>(`${path}/wallets?mode=${mode}`);
  const part = (head: string, name: "available" | "pending" | "held" | "reserved"): Column<Wallet> => ({
    head,
    cell: (wallet) => format.amount(wallet[`${name}Minor`], wallet.currency),
    isNumber: true,
  });
  const columns: readonly Column<Wallet>[] = [
    {
      head: t.wallet,
      cell: ({ label, currency }) => (label === currency ? currency : `${label} ${currency}`),
      card: "lead",
    },
    { ...part(t.available, "available"), card: "side" },
    part(t.pending, "pending"),
    part(t.held, "held"),
    part(t.reserved, "reserved"),
  ];
  return (
    <Card title={t.wallets} tools={<NewWallet path={path} mode={mode} />}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noWallets}</p>
          ) : (
            <Table caption={t.wallets} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Shown>
    </Card>
  );
}

const CURRENCY_LENGTH = 3;

/** One wallet for each currency and mode. Without one the merchant cannot be paid in that mode. */
function NewWallet({ path, mode }: { readonly path: string; readonly mode: Mode }) {
  const { merchants: t } = useTexts();
  const { frame } = useUiTexts();
  return (
    <Ask
      act="createMerchantWallet"
      label={t.openWallet}
      text={t.openWalletText(frame[mode])}
      fields={[
        {
          name: "currency",
          label: t.currency,
          hint: t.currencyHint,
          lengthMax: CURRENCY_LENGTH,
          refusals: { WALLET_EXISTS: t.walletExists },
        },
        { name: "label", label: t.name, hint: t.walletNameHint, isOptional: true, lengthMax: 60 },
      ]}
      path={`${path}/wallets`}
      bodyOf={({ currency = "", label }) => ({
        mode,
        currency: currency.toUpperCase(),
        ...(label === undefined ? {} : { label }),
      })}
      done={t.walletOpened}
      refusals={t.refusals}
      isQuiet
    />
  );
}

const BASIS_POINTS = 10_000;

interface FeesProps {
  readonly mode: Mode;
  /** Of the merchant's wallets. */
  readonly currencies: readonly string[];
}

/** What payments of the merchant's currencies cost in this mode: the same for all merchants of the platform. */
export function Fees({ mode, currencies }: FeesProps) {
  const { merchants: t } = useTexts();
  const { methods } = useUiTexts();
  const format = useFormat();
  const read = useRead<readonly FeeSchedule[]>(`/tenant/fees?mode=${mode}&limit=100`);
  const columns: readonly Column<FeeSchedule>[] = [
    { head: t.method, cell: ({ method }) => methods[method], card: "lead" },
    { head: t.currency, cell: ({ currency }) => currency, card: "quiet" },
    {
      head: t.price,
      cell: ({ basisPoints, fixed, currency }) =>
        [
          format.percent(basisPoints / BASIS_POINTS),
          ...(fixed === "0" ? [] : [format.amount(fixed, currency)]),
        ].join(" + "),
      isNumber: true,
      card: "side",
    },
  ];
  return (
    <Card title={t.fees}>
      <Shown read={read}>
        {({ data }) => {
          const rows = data.filter(({ currency }) => currencies.includes(currency));
          if (rows.length === 0) return <p>{t.noFees}</p>;
          return <Table caption={t.fees} columns={columns} rows={rows} keyOf={({ id }) => id} />;
        }}
      </Shown>
    </Card>
  );
}
