import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import type { Sent } from "../../ui/api/request.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { About } from "../../ui/parts/about.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";

interface ActButtonProps {
  readonly label: string;
  /** On what, where the button stands beside it; the form says it. */
  readonly about?: string;
  /** What happens to whom, and what cannot be undone. */
  readonly text: string;
  readonly path: string;
  readonly sent?: Omit<Sent, "idempotencyKey">;
  /** What is said when it is done. */
  readonly done: string;
  readonly texts?: Readonly<Record<string, string>>;
  readonly isQuiet?: boolean;
}

/** One act on the object of a page: asked once more, sent once, and the page reads again what became of it. */
export function ActButton({ label, about, text, path, sent, done, texts, isQuiet = true }: ActButtonProps) {
  const { act: words } = useUiTexts();
  const act = useSubmission();
  const readAgain = useReadAgain();
  const announce = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if ((await act.send(path, sent ?? { method: "POST", body: {} })) === null) return;
    announce(done);
    setOpen(false);
    void readAgain();
  };
  return (
    <>
      <button
        type="button"
        class={isQuiet ? "quiet" : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <About text={label} about={about} />
      </button>
      {isOpen && (
        <Dialog title={about === undefined ? label : `${label} : ${about}`} onClose={() => setOpen(false)}>
          <form onSubmit={(event) => void submit(event)}>
            <p>{text}</p>
            <SubmissionProblem act={act} {...(texts === undefined ? {} : { texts })} />
            <div class="actions">
              <button type="submit" disabled={act.isSending}>
                {act.isSending ? words.sending : act.isUnknown ? words.askAgain : label}
              </button>
              <button type="button" class="quiet" onClick={() => setOpen(false)}>
                {words.cancel}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
