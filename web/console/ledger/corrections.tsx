import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Correction } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import type { Filter } from "../../ui/parts/filters.tsx";
import { List } from "../../ui/parts/list.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import type { Column } from "../../ui/parts/table.tsx";
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
    { head: t.decide, cell: (row) => <Decide row={row} /> },
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

/** Confirms or rejects what was proposed. The button repeats the amount. */
function Decide({ row }: { readonly row: Correction }) {
  const { ledger: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  if (row.status !== "PROPOSED") return null;
  const amount = format.amount(row.amount, row.currency);
  const decide = async (verb: "confirm" | "reject") => {
    const answer = await act.send(`/tenant/ledger/corrections/${row.id}/${verb}`, { method: "POST" });
    if (answer === null) return;
    announce(t.decided[verb](amount));
    await readAgain("/tenant/");
  };
  return (
    <div class="actions">
      <button type="button" class="small" disabled={act.isSending} onClick={() => void decide("confirm")}>
        {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.confirm(amount)}
      </button>
      <button
        type="button"
        class="small quiet"
        disabled={act.isSending}
        onClick={() => void decide("reject")}
      >
        {t.reject(amount)}
      </button>
      <SubmissionProblem act={act} texts={t.problems} />
    </div>
  );
}
