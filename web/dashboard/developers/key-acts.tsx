import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { ApiKey, CreatedKey } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

/** How long an old key can work beside the new one. */
const overlaps = ["0", "1", "24", "72", "168"] as const;

interface KeyActProps<Done> {
  readonly path: string;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onDone: Done;
}

/** A new key with the same rights; the old one works on for the chosen time. */
export function RollKeyDialog({ path, apiKey, onClose, onDone }: KeyActProps<(key: CreatedKey) => void>) {
  const { keys: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<CreatedKey>();
  const [overlap, setOverlap] = useState("24");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { overlapHours: Number(overlap) };
    const answer = await act.send(`${path}/roll`, { method: "POST", body });
    if (answer !== null) onDone(answer.data);
  };
  return (
    <Dialog title={t.rollTitle(apiKey.name)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{t.rollText}</p>
        <Choice
          label={t.overlap}
          value={overlap}
          options={overlaps.map((hours) => [hours, t.overlaps[hours]])}
          onChange={setOverlap}
        />
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending}>
            {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.rollNow}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Ends a key at once and for good. */
export function EndKeyDialog({ path, apiKey, onClose, onDone }: KeyActProps<() => void>) {
  const { keys: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const act = useSubmission<ApiKey>();
  const end = async () => {
    const answer = await act.send(`${path}/revoke`, { method: "POST", body: {} });
    if (answer === null) return;
    announce(t.endedNow(apiKey.name));
    onDone();
  };
  return (
    <Dialog title={t.endTitle(apiKey.name)} onClose={onClose}>
      <p>{t.endText}</p>
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="button" class="danger" disabled={act.isSending} onClick={() => void end()}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.endNow(`…${apiKey.last4}`)}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}
