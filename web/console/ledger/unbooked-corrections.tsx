import type { ChangeRequest } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import type { Filter } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { movedSum } from "../approvals/moved-sum.ts";
import { useOperatorNames } from "../approvals/names.ts";
import { useTexts } from "../i18n/index.ts";

/** What may become of a proposed correction besides being booked. */
export const unbookedStates = ["PROPOSED", "REFUSED", "WITHDRAWN", "EXPIRED", "SUPERSEDED"] as const;
export type UnbookedState = (typeof unbookedStates)[number];

interface UnbookedCorrectionsProps {
  readonly state: UnbookedState;
  /** The id of an account; undefined: every account. */
  readonly account: string | undefined;
  readonly filters: readonly Filter[];
  readonly accountNameOf: (id: string) => string;
}

/** Live corrections in a state in which no book says anything of them: they are requests for a change. */
export function UnbookedCorrections({ state, account, filters, accountNameOf }: UnbookedCorrectionsProps) {
  const { approvals, bookCorrections: t } = useTexts();
  const format = useFormat();
  const names = useOperatorNames();
  const nameOf = (id: string | null) => (id === null ? "" : (names.get(id) ?? id));
  const text = (row: ChangeRequest, field: string) => {
    const value = row.after?.[field];
    return typeof value === "string" ? value : "";
  };
  const accountNames: Readonly<Record<string, string>> = t.accounts;
  const bookName = (value: string) => accountNames[value] ?? value;
  const columns: readonly Column<ChangeRequest>[] = [
    {
      head: t.amount,
      cell: (row) => {
        const sum = movedSum(row);
        return sum === null ? "" : format.amount(sum.amount, sum.currency);
      },
      isNumber: true,
      card: "lead",
    },
    {
      head: t.state,
      cell: ({ status }) => (
        <Badge tone={status === "PROPOSED" ? "warn" : "quiet"} text={approvals.states[status]} />
      ),
      card: "side",
    },
    { head: t.moved, cell: (row) => t.fromTo(bookName(text(row, "credit")), bookName(text(row, "debit"))) },
    { head: t.account, cell: ({ subject }) => (subject === null ? "" : accountNameOf(subject)) },
    {
      head: t.reason,
      cell: (row) => (
        <>
          {text(row, "reason")}
          {row.reason !== null && <p class="quiet">{t.refusedBecause(row.reason)}</p>}
        </>
      ),
    },
    { head: approvals.proposedBy, cell: ({ proposedBy }) => nameOf(proposedBy) },
    {
      head: t.decided,
      cell: ({ decidedBy, decidedAt }) =>
        [nameOf(decidedBy), decidedAt === null ? "" : format.shortMoment(decidedAt)]
          .filter((part) => part !== "")
          .join(", "),
      card: "quiet",
    },
  ];
  return (
    <List<ChangeRequest>
      caption={t.notBooked}
      path="/tenant/change-requests"
      query={{ kind: "CORRECT_PROVIDER_BOOK", status: state, subject: account ?? null }}
      filters={filters}
      columns={columns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/console/approvals/${id}`}
      empty={<p>{t.none}</p>}
    />
  );
}
