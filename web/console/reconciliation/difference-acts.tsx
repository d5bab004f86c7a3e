import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Difference } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { nameOf } from "./one-difference.ts";

interface DifferenceActsProps {
  readonly row: Difference;
  /** Where several are resolved together. */
  readonly choosing?: { readonly isChosen: boolean; readonly onFlip: () => void };
  readonly onCorrect: () => void;
}

/** What can be done about an open difference beside resolving it. Nothing once it is resolved. */
export function DifferenceActs({ row, choosing, onCorrect }: DifferenceActsProps) {
  const { correcting, reconciliation: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<Difference>();
  const may = useMayAct();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  if (row.status !== "OPEN") return null;
  const ask = async () => {
    const answer = await act.send(`/tenant/reconciliation/differences/${row.id}/ask`, { method: "POST" });
    if (answer === null) return;
    announce(answer.data.status === "RESOLVED" ? t.askedAndAgrees : t.askedStillOpen);
    await readAgain("/tenant/reconciliation");
  };
  const name = nameOf(row);
  return (
    <div class="actions">
      {choosing !== undefined && may("resolveReconciliationDifferences") && (
        <label class="choose">
          <input type="checkbox" checked={choosing.isChosen} onChange={choosing.onFlip} /> {t.choose}
          <span class="hidden"> {name}</span>
        </label>
      )}
      {row.subjectId !== null && may("askAboutReconciliationDifference") && (
        <button
          type="button"
          class="small quiet"
          disabled={act.isSending}
          aria-label={`${t.ask} ${name}`}
          onClick={() => void ask()}
        >
          {act.isSending ? words.sending : t.ask}
        </button>
      )}
      {may("correctProviderAccountBook") && (
        <button
          type="button"
          class="small quiet"
          aria-haspopup="dialog"
          aria-label={`${correcting.fromDifference} ${name}`}
          onClick={onCorrect}
        >
          {correcting.fromDifference}
        </button>
      )}
      <SubmissionProblem act={act} texts={t.problems} />
    </div>
  );
}
