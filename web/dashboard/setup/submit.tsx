import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Dossier } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import { isWritable, missingOf, useMayWrite, useNames } from "./dossier.ts";
import { DOSSIER_PATH } from "./paths.ts";

/** Hands the dossier in; as long as something is missing, says what, and leads to it. */
export function Submit({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const { act: words } = useUiTexts();
  const root = useRoot();
  const nameOf = useNames(dossier);
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Dossier>();
  const mayWrite = useMayWrite();
  if (!isWritable(dossier)) return null;
  const missing = missingOf(dossier);
  const submit = async () => {
    if ((await act.send(`${DOSSIER_PATH}/submit`, { method: "POST" })) === null) return;
    announce(t.submitted);
    await readAgain();
  };
  return (
    <Card title={t.submitTitle}>
      {missing.length > 0 ? (
        <>
          <p>{t.stillMissing(missing.length)}</p>
          <ul class="still-missing">
            {missing.map((name) => (
              <li key={name}>
                <a href={`${root}/setup?open=${name}`}>{nameOf(name)}</a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t.complete}</p>
      )}
      <SubmissionProblem act={act} texts={t.refusals} />
      {mayWrite && missing.length === 0 && (
        <div class="actions">
          <button type="button" disabled={act.isSending} onClick={() => void submit()}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.submit}
          </button>
        </div>
      )}
    </Card>
  );
}
