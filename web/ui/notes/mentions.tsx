import "../styles/notes.css";
import { useRead, useReadAgain } from "../api/reads.ts";
import { useSubmission } from "../api/submission.tsx";
import type { Mention } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useScope } from "../app/scope.tsx";
import { useFormat } from "../format/index.tsx";
import { useAnnounce } from "../parts/announcer.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import { SubmissionProblem } from "../parts/submission-problem.tsx";
import { pageOfNote } from "./page-of-note.ts";
import { useMentionsPath } from "./path.ts";

interface MentionsDialogProps {
  /** `/dashboard/:merchant/:mode` or `/console`. */
  readonly root: string;
  readonly onClose: () => void;
}

/** The notes that name the reader: where each stands, and its tick. */
export function MentionsDialog({ root, onClose }: MentionsDialogProps) {
  const { notes: t } = useUiTexts();
  const { mode } = useScope();
  const path = useMentionsPath();
  const read = useRead<readonly Mention[]>(path);
  const act = useSubmission<unknown>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const end = async (noteId: string) => {
    if ((await act.send(`${path}/${noteId}`, { method: "DELETE" })) === null) return;
    announce(t.mentionDone);
    await readAgain(path);
  };
  return (
    <Dialog title={t.mentions} onClose={onClose}>
      <Shown read={read} rows={2}>
        {({ data }) => {
          // A page shows one mode; a note of operators is of none.
          const own = data.filter((one) => one.mode === null || one.mode === mode);
          if (own.length === 0) return <p>{t.noMention}</p>;
          return (
            <ul class="mentions">
              {own.map((one) => (
                <li key={one.noteId}>
                  <MentionText mention={one} href={`${root}/${pageOfNote(one.subjectId)}`} onOpen={onClose} />
                  <button
                    type="button"
                    class="quiet small"
                    disabled={act.isSending}
                    aria-label={`${t.tickOff} ${one.subjectId}`}
                    onClick={() => void end(one.noteId)}
                  >
                    {t.tickOff}
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
      <SubmissionProblem act={act} />
    </Dialog>
  );
}

interface MentionTextProps {
  readonly mention: Mention;
  readonly href: string;
  readonly onOpen: () => void;
}

function MentionText({ mention: { author, createdAt, subjectId }, href, onOpen }: MentionTextProps) {
  const { notes: t } = useUiTexts();
  const format = useFormat();
  return (
    <span>
      <bdi>{author.name ?? t.gone}</bdi>, <time dateTime={createdAt}>{format.moment(createdAt)}</time>
      <a class="mention-link" href={href} onClick={onOpen}>
        {t.readThere} <code>{subjectId}</code>
      </a>
    </span>
  );
}
