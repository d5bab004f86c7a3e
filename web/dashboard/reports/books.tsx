import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { TrialBalance, Wallet } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useReader } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { ShareButton } from "../../ui/parts/share.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Table } from "../../ui/parts/table.tsx";
import type { ReportPeriod } from "../../ui/reports/period.ts";
import { useTexts } from "../i18n/index.ts";
import { FileButton } from "../parts/file-button.tsx";
import { useRoot } from "../root.ts";

interface BooksProps {
  readonly wallet: Wallet;
  readonly period: ReportPeriod;
  /** `2026-11`: in the names of files. */
  readonly month: string;
}

/** The month's statement for people and for spreadsheets. */
export function Statement({ wallet, period: { from, to }, month }: BooksProps) {
  const { reports: t } = useTexts();
  const { locale } = useReader();
  const path = `/payments/wallets/${wallet.id}/statement`;
  const separator = locale === "en" ? "," : ";";
  return (
    <Card title={t.statement}>
      <p>{t.statementText}</p>
      <div class="actions">
        <FileButton
          text={t.pdf}
          path={`${path}${queryOf({ from, to, format: "pdf", locale })}`}
          name={`${t.statementFile}-${month}.pdf`}
        />
        <FileButton
          text={t.csv}
          path={`${path}${queryOf({ from, to, format: "csv", separator })}`}
          name={`${t.statementFile}-${month}.csv`}
        />
      </div>
    </Card>
  );
}

/** What every account of the wallet's books held at the end of the month. */
export function Balances({ wallet, period: { to }, month }: BooksProps) {
  const { reports: t } = useTexts();
  const format = useFormat();
  const { locale } = useReader();
  const path = `/payments/wallets/${wallet.id}/trial-balance`;
  const read = useRead<TrialBalance>(`${path}${queryOf({ at: to })}`);
  const amount = (minor: string) => (minor === "0" ? "" : format.amount(minor, wallet.currency));
  return (
    <Card
      title={t.trialBalance}
      tools={
        <FileButton
          text={t.csv}
          path={`${path}${queryOf({ at: to, format: "csv", separator: locale === "en" ? "," : ";" })}`}
          name={`${t.trialBalanceFile}-${month}.csv`}
        />
      }
    >
      <Shown read={read}>
        {({ data }) => (
          <>
            <Table
              caption={t.trialBalance}
              rows={data.accounts}
              keyOf={({ account }) => account}
              columns={[
                {
                  head: t.account,
                  cell: ({ account }) => <BookedAccount account={account} of={data.accounts} />,
                  card: "lead",
                },
                { head: t.debit, isNumber: true, cell: ({ debitMinor }) => amount(debitMinor) },
                { head: t.credit, isNumber: true, cell: ({ creditMinor }) => amount(creditMinor) },
              ]}
            />
            <p>{t.equal(format.amount(data.totalDebitMinor, wallet.currency))}</p>
          </>
        )}
      </Shown>
    </Card>
  );
}

interface AccountProps {
  readonly account: string;
  /** All accounts of the balance. */
  readonly of: readonly { readonly account: string }[];
}

/**
 * Accounts have words of their own. Which account it is at a provider only operators know: its mark tells it from
 * others, and is left out where there is no other.
 */
export function BookedAccount({ account, of }: AccountProps) {
  const { reports: t } = useTexts();
  const words: Readonly<Record<string, string>> = t.accounts;
  const [name = "", mark] = account.split(":");
  const isAlone = of.filter((one) => one.account.startsWith(`${name}:`)).length < 2;
  if (mark === undefined || isAlone) return <>{words[name] ?? name}</>;
  return (
    <>
      {words[name] ?? name} <code class="quiet">{mark.slice(0, 8)}</code>
    </>
  );
}

/** The ledger with the chain that seals it, and how anybody checks it without the service. */
export function SealedLedger({ wallet, period: { from, to }, month }: BooksProps) {
  const { reports: t } = useTexts();
  const name = `${t.ledgerFile}-${month}.jsonl`;
  return (
    <Card title={t.ledger}>
      <p>{t.ledgerText}</p>
      <div class="actions">
        <FileButton
          text={t.jsonl}
          path={`/payments/wallets/${wallet.id}/ledger${queryOf({ from, to })}`}
          name={name}
        />
      </div>
      <p>{t.verify}</p>
      <pre class="command">
        <code>node tools/verify-ledger.mjs {name}</code>
      </pre>
    </Card>
  );
}

/** How an auditor gets a log-in that only reads. Who may not invite hands the way on to somebody who may. */
export function AuditorAccess() {
  const { reports: t } = useTexts();
  const root = useRoot();
  const mayInvite = useMay()("merchant.team.manage");
  const invite = `${root}/settings/team?invite=1`;
  return (
    <Card title={t.auditor}>
      <p>{t.auditorText}</p>
      {mayInvite ? (
        <a class="button quiet" href={invite}>
          {t.inviteAuditor}
        </a>
      ) : (
        <p>
          {t.askOwner}{" "}
          <ShareButton
            url={`${location.origin}${invite}`}
            title={t.auditor}
            label={{ share: t.shareInvite, copy: t.copyInvite }}
          />
        </p>
      )}
    </Card>
  );
}
