import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Colleague } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface AssignProps {
  /** Of the row of the queue. */
  readonly id: string;
  /** Who has it now, from whom it is taken. */
  readonly holderId: string | null;
  readonly onClose: () => void;
}

/** Gives a row of the queue to a colleague who may look after it. */
export function Assign({ id, holderId, onClose }: AssignProps) {
  const { holding: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const path = `/tenant/work/${encodeURIComponent(id)}`;
  const read = useRead<readonly Colleague[]>(`${path}/colleagues`);
  const [chosen, setChosen] = useState("");
  const send = async (operatorId: string) => {
    const body = { operatorId, ...(holderId === null ? {} : { from: holderId }) };
    if ((await act.send(`${path}/assign`, { method: "POST", body })) === null) return;
    announce(t.assigned);
    await readAgain("/tenant/work");
    onClose();
  };
  return (
    <Dialog title={t.assign} onClose={onClose}>
      <Shown read={read} rows={2}>
        {({ data }) => {
          const able = data.filter((one) => one.id !== holderId);
          const colleague = able.find((one) => one.id === chosen) ?? able[0];
          return (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (colleague !== undefined) void send(colleague.id);
              }}
            >
              <Choice
                label={t.colleague}
                value={colleague?.id ?? ""}
                options={able.map((one) => [one.id, one.name] as const)}
                error={act.problem?.code === "WORK_COLLEAGUE_UNABLE" ? t.unable : null}
                onChange={setChosen}
              />
              <SubmissionProblem
                act={act}
                texts={{ WORK_TAKEN: t.alreadyTaken, WORK_COLLEAGUE_UNABLE: t.unable }}
              />
              <div class="actions">
                <button type="submit" disabled={act.isSending || colleague === undefined}>
                  {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.assign}
                </button>
                <button type="button" class="quiet" onClick={onClose}>
                  {words.cancel}
                </button>
              </div>
            </form>
          );
        }}
      </Shown>
    </Dialog>
  );
}
