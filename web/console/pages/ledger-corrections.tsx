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
import { UnbookedCorrections, unbookedStates } from "../ledger/unbooked-corrections.tsx";
import { useAccountNames } from "../parts/account-names.ts";
import { ModeLinks, useMode } from "../parts/mode.tsx";

/**
 * Corrections of the books of accounts at providers: those that wait for a colleague, and all that were booked. In live
 * mode, where one operator proposes and another confirms, a filter shows what was not booked.
 */
export default function BookCorrectionsPage() {
  const { approvals, bookCorrections: t } = useTexts();
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
    ...(mode === "LIVE"
      ? [
          {
            kind: "choice",
            name: "state",
            label: t.state,
            anyText: t.booked,
            options: unbookedStates.map((state) => [state, approvals.states[state]] as const),
          } as const,
        ]
      : []),
  ];
  const state = mode === "LIVE" ? unbookedStates.find((one) => one === query.state) : undefined;
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
      {state === undefined ? (
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
      ) : (
        <Card title={t.notBooked}>
          <p class="quiet">{t.notBookedSays}</p>
          <UnbookedCorrections
            state={state}
            account={query.account}
            filters={filters}
            accountNameOf={nameOf}
          />
        </Card>
      )}
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
