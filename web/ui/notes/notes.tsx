import "../styles/notes.css";
import { useState } from "preact/hooks";
import { merchantAreas } from "../../../server/src/http/permissions.ts";
import { ApiProblem } from "../api/problem.ts";
import { useRead, useReadAgain } from "../api/reads.ts";
import { useSubmission } from "../api/submission.tsx";
import type { Note, NoteList } from "../api/views.ts";
import { useMay } from "../app/permissions.tsx";
import { useUiTexts } from "../app/reader.tsx";
import { useScope } from "../app/scope.tsx";
import { useFormat } from "../format/index.tsx";
import { useAnnounce } from "../parts/announcer.tsx";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { Shown } from "../parts/shown.tsx";
import { SubmissionProblem } from "../parts/submission-problem.tsx";
import { useNotesPath } from "./path.ts";

/** As many characters as the API takes. */
const TEXT_LENGTH_MAX = 2_000;

interface NotesProps {
  /** The id of a payment, payout, merchant … as the address has it. */
  readonly subjectId: string;
}

/** A card with what colleagues wrote about this, and a field to write more. */
export function Notes({ subjectId }: NotesProps) {
  const { notes: t } = useUiTexts();
  return (
    <Card title={t.title}>
      <NoteThread subjectId={subjectId} />
    </Card>
  );
}

/** The same without a heading. */
export function NoteThread({ subjectId }: NotesProps) {
  const { notes: t, problem } = useUiTexts();
  const { audience } = useScope();
  const path = useNotesPath(subjectId);
  const read = useRead<NoteList>(path);
  const may = useMay();
  const mayWrite = audience === "operator" || merchantAreas.some((area) => may(`merchant.${area}.manage`));
  // What the reader may not see, or what does not wait any more, has no notes to show.
  if (read.error instanceof ApiProblem && read.error.status < 500 && read.error.status >= 400)
    return <p class="quiet">{read.error.status === 403 ? problem.INSUFFICIENT_PERMISSIONS : t.none}</p>;
  return (
    <>
      <p class="quiet">{audience === "operator" ? t.forOperators : t.forTeam}</p>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.notes.length === 0 ? (
            <p>{t.none}</p>
          ) : (
            <ol class="notes">
              {data.notes.map((note) => (
                <NoteItem key={note.id} note={note} />
              ))}
            </ol>
          )
        }
      </Shown>
      {mayWrite && <NoteForm path={path} />}
    </>
  );
}

function NoteItem({ note: { author, createdAt, text } }: { readonly note: Note }) {
  const { notes: t } = useUiTexts();
  const format = useFormat();
  return (
    <li>
      <p class="quiet">
        <bdi>{author.name ?? t.gone}</bdi>, <time dateTime={createdAt}>{format.moment(createdAt)}</time>
      </p>
      <p class="note-text">{text}</p>
    </li>
  );
}

function NoteForm({ path }: { readonly path: string }) {
  const { notes: t, act: words } = useUiTexts();
  const act = useSubmission<Note>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [text, setText] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    if ((await act.send(path, { method: "POST", body: { text: text.trim() } })) === null) return;
    setText("");
    announce(t.written);
    await readAgain(path);
  };
  return (
    <form class="note-form" onSubmit={(event) => void submit(event)}>
      <Field label={t.field} hint={t.hint}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            required
            maxLength={TEXT_LENGTH_MAX}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="submit" disabled={act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.write}
        </button>
      </div>
    </form>
  );
}
