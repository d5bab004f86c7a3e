import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { Correction } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import type { Filter } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import type { Column } from "../../ui/parts/table.tsx";
import { DecideActs } from "../approvals/decide.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<Correction["status"], Tone>> = {
  PROPOSED: "warn",
  POSTED: "good",
  REJECTED: "quiet",
};

/** Corrections of merchants' books: proposed by one operator, booked by another. */
export function Corrections({ mode }: { readonly mode: Mode }) {
  const { ledger: t } = useTexts();
  const format = useFormat();
  const { query } = useAddress();
  const status: Filter = {
    kind: "choice",
    name: "status",
    label: t.state,
    options: Object.entries(t.states),
  };
  const columns: readonly Column<Correction>[] = [
    { head: t.amount, cell: (row) => <Amount row={row} />, card: "lead" },
    { head: t.state, cell: ({ status: at }) => <Badge tone={tones[at]} text={t.states[at]} />, card: "side" },
    { head: t.merchant, cell: ({ merchantName, merchantId }) => merchantName ?? merchantId },
    {
      head: t.reason,
      cell: ({ reason, evidence }) => (
        <>
          {reason}
          {evidence !== null && <p class="quiet">{evidence}</p>}
        </>
      ),
    },
    {
      head: t.who,
      cell: ({ proposedByName, decidedByName }) => t.people(proposedByName ?? "–", decidedByName ?? "–"),
      card: "quiet",
    },
    { head: t.when, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "quiet" },
    { head: t.decide, cell: (row) => <DecideActs proposal={row} /> },
  ];
  return (
    <List<Correction>
      key={mode}
      caption={t.corrections}
      path="/tenant/ledger/corrections"
      query={{ mode, status: query.status ?? null }}
      filters={[status]}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<p>{t.noCorrections}</p>}
    />
  );
}

function Amount({ row: { amount, currency, direction } }: { readonly row: Correction }) {
  const { ledger: t } = useTexts();
  const format = useFormat();
  return (
    <>
      {t.directions[direction]} {format.amount(amount, currency)}
    </>
  );
}
