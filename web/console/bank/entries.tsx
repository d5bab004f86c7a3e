import type { ComponentChildren } from "preact";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { BankEntry } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import type { Filter } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { useAccountNames } from "../parts/account-names.ts";
import { EntryState } from "./state.tsx";

interface EntriesProps {
  readonly mode: Mode;
  /** What the list of entries is asked. */
  readonly query: Readonly<Record<string, string | null>>;
  readonly filters?: readonly Filter[];
  readonly empty: ComponentChildren;
}

/** Entries of the bank, each with what became of it. */
export function Entries({ mode, query, filters = [], empty }: EntriesProps) {
  const { bank: t } = useTexts();
  const format = useFormat();
  const { nameOf } = useAccountNames(mode);
  const columns: readonly Column<BankEntry>[] = [
    {
      head: t.amount,
      cell: ({ amount, currency, direction }) => t.signed[direction](format.amount(amount, currency)),
      isNumber: true,
      card: "lead",
    },
    { head: t.state, cell: ({ status }) => <EntryState status={status} />, card: "side" },
    { head: t.counterparty, cell: ({ counterpartyName }) => counterpartyName ?? "–" },
    { head: t.text, cell: ({ text }) => text },
    { head: t.cause, cell: ({ cause }) => (cause === null ? "" : t.causes[cause]), card: "quiet" },
    { head: t.bookedOn, cell: ({ bookedOn }) => format.date(bookedOn), card: "quiet" },
    { head: t.account, cell: ({ providerAccountId }) => nameOf(providerAccountId), card: "quiet" },
  ];
  return (
    <List<BankEntry>
      caption={t.entries}
      path="/tenant/bank-entries"
      query={query}
      filters={filters}
      columns={columns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/console/bank/${id}`}
      empty={empty}
    />
  );
}
