import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { WorkItem } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useReader } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { mayTake } from "../acts/permissions.ts";
import { useTexts } from "../i18n/index.ts";
import { AssignButton } from "./assign-button.tsx";

/** On the page of what waits: who looks after it. Nothing when it does not wait, or not for this reader. */
export function HolderCard({ id }: { readonly id: string }) {
  const { holding: t } = useTexts();
  const { data, error } = useRead<WorkItem>(`/tenant/work/${encodeURIComponent(id)}`);
  if (data === undefined || error !== null) return null;
  return (
    <Card title={t.who}>
      <Holder item={data.data} />
    </Card>
  );
}

/** Who looks after a row, and the way to take it, to give it back, or to say that it was seen to. */
export function Holder({ item }: { readonly item: WorkItem }) {
  const { holding: t } = useTexts();
  const { account } = useReader();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const may = useMay();
  const { id, takenBy, isYours, endsByHand } = item;
  const isMine = takenBy?.id === account.id;
  const send = async (verb: "take" | "give-back" | "done", said: string) => {
    const body = verb === "take" && takenBy !== null ? { from: takenBy.id } : {};
    const path = `/tenant/work/${encodeURIComponent(id)}/${verb}`;
    const answer = await act.send(path, { method: "POST", body });
    if (answer !== null) announce(said);
    // Also after a refusal: then a colleague was faster.
    await readAgain("/tenant/work");
  };
  return (
    <div class="holder">
      <span>{takenBy === null ? t.nobody : isMine ? t.me : takenBy.name}</span>
      {isYours && <span class="quiet">{t.yours}</span>}
      {mayTake(item.kind, may) && (
        <span class="actions">
          {isMine ? (
            <button type="button" class="quiet small" onClick={() => void send("give-back", t.given)}>
              {t.giveBack}
            </button>
          ) : (
            <button type="button" class="quiet small" onClick={() => void send("take", t.taken)}>
              {takenBy === null ? t.take : t.takeOver}
            </button>
          )}
          <AssignButton id={id} kind={item.kind} takenBy={takenBy} />
          {endsByHand && (
            <button type="button" class="quiet small" onClick={() => void send("done", t.seen)}>
              {t.done}
            </button>
          )}
        </span>
      )}
      <SubmissionProblem act={act} texts={{ WORK_TAKEN: t.alreadyTaken }} />
    </div>
  );
}
