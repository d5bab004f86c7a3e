import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { ProviderCheck } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";

/** Asks the provider now instead of at the next look, and says what it answered. */
export function AskProvider({ id, isKnown = false }: { readonly id: string; readonly isKnown?: boolean }) {
  const { deciding: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const may = useMayAct();
  const act = useSubmission<ProviderCheck>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [answer, setAnswer] = useState<ProviderCheck | null>(null);
  const said = (check: ProviderCheck): string =>
    check.resolved ? t.answered : t.stillUnknown(format.clock(check.checkedAt));
  const ask = async () => {
    const sent = await act.send(`/tenant/unresolved-payments/${encodeURIComponent(id)}/check`, {
      method: "POST",
    });
    if (sent === null) return;
    setAnswer(sent.data);
    announce(said(sent.data));
    await readAgain();
  };
  return (
    <>
      {!isKnown && may("checkUnresolvedPayment") && (
        <div class="actions">
          <button type="button" disabled={act.isSending} onClick={() => void ask()}>
            {act.isSending ? words.sending : t.ask}
          </button>
        </div>
      )}
      {answer !== null && <p>{said(answer)}</p>}
      <SubmissionProblem act={act} />
    </>
  );
}
