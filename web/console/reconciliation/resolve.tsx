import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface ResolveProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Closes the chosen differences with a note that stays with each of them. No money moves. */
export function Resolve({ ids, onDone }: ResolveProps) {
  const { reconciliation: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<{ readonly resolved: readonly string[] }>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [note, setNote] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ids, note: note.trim() };
    const answer = await act.send("/tenant/reconciliation/differences/resolve", { method: "POST", body });
    if (answer === null) return;
    announce(t.resolved(answer.data.resolved.length));
    onDone();
    await readAgain("/tenant/reconciliation");
  };
  return (
    <form class="resolve" onSubmit={(event) => void submit(event)}>
      <Field label={t.note} hint={t.noteHint}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={1000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="submit" disabled={act.isSending || note.trim() === ""}>
          {act.isSending ? words.sending : t.resolve(ids.length)}
        </button>
      </div>
    </form>
  );
}
