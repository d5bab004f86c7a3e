import type { BookCorrection } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import type { Filter } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import { Page } from "../../ui/parts/page.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { Proposals } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { useAccountNames } from "../parts/account-names.ts";
import { ModeLinks, useMode } from "../parts/mode.tsx";

/** Corrections of the books of accounts at providers: those that wait for a colleague, and all that were booked. */
export default function BookCorrectionsPage() {
  const { bookCorrections: t } = useTexts();
  const format = useFormat();
  const mode = useMode();
  const { query } = useAddress();
  const { accounts, nameOf } = useAccountNames(mode);
  const filters: readonly Filter[] = [
    {
      kind: "choice",
      name: "account",
      label: t.account,
      options: accounts.map(({ id, name }) => [id, name] as const),
    },
  ];
  const columns: readonly Column<BookCorrection>[] = [
    {
      head: t.amount,
      cell: ({ amount, currency }) => format.amount(amount, currency),
      isNumber: true,
      card: "lead",
    },
    { head: t.moved, cell: ({ credit, debit }) => t.fromTo(t.accounts[credit], t.accounts[debit]) },
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId) },
    { head: t.reason, cell: ({ reason }) => reason },
    { head: t.because, cell: (row) => <Because row={row} /> },
    { head: t.when, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "quiet" },
  ];
  return (
    <Page
      title={t.title}
      above={<a href={`/console/ledger${mode === "SANDBOX" ? "?mode=SANDBOX" : ""}`}>{t.ledger}</a>}
      tools={<ModeLinks />}
    >
      <Proposals subject={null} kinds={["CORRECT_PROVIDER_BOOK"]} />
      <Card title={t.booked}>
        <p class="quiet">{t.says}</p>
        <List<BookCorrection>
          key={mode}
          caption={t.booked}
          path="/tenant/reconciliation/book-corrections"
          query={{ mode, providerAccountId: query.account ?? null }}
          filters={filters}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<p>{t.none}</p>}
        />
      </Card>
    </Page>
  );
}

/** What a correction answers, with the way to it. */
function Because({ row: { differenceId, bankEntryId, settlement } }: { readonly row: BookCorrection }) {
  const { bookCorrections: t } = useTexts();
  if (differenceId !== null)
    return <a href={`/console/reconciliation/differences/${differenceId}`}>{t.difference}</a>;
  if (bankEntryId !== null) return <a href={`/console/bank/${bankEntryId}`}>{t.bankEntry}</a>;
  return <>{settlement === null ? "" : t.settlement(settlement)}</>;
}
