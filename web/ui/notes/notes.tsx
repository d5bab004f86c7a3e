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
import { namedIn } from "./named-in.ts";
import { useNotesPath } from "./path.ts";

/** As many characters as the API takes. */
const TEXT_LENGTH_MAX = 2_000;
/** As many colleagues as one note names. */
const NAMED_MAX = 10;

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
      {mayWrite && <NoteForm path={path} colleagues={read.data?.data.colleagues ?? []} />}
    </>
  );
}

function NoteItem({ note: { author, createdAt, text, mentions } }: { readonly note: Note }) {
  const { notes: t } = useUiTexts();
  const format = useFormat();
  return (
    <li>
      <p class="quiet">
        <bdi>{author.name ?? t.gone}</bdi>, <time dateTime={createdAt}>{format.moment(createdAt)}</time>
      </p>
      <p class="note-text">{text}</p>
      {mentions.length > 0 && (
        <p class="quiet">
          {t.for}{" "}
          {mentions.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <bdi>{name ?? t.gone}</bdi>
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

interface NoteFormProps {
  readonly path: string;
  /** Whom the note can name. */
  readonly colleagues: NoteList["colleagues"];
}

function NoteForm({ path, colleagues }: NoteFormProps) {
  const { notes: t, act: words } = useUiTexts();
  const act = useSubmission<Note>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [text, setText] = useState("");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const typed = namedIn(text, colleagues);
  const named = colleagues.map(({ id }) => id).filter((id) => typed.includes(id) || ticked.includes(id));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    const body = { text: text.trim(), ...(named.length > 0 ? { mentions: named } : {}) };
    if ((await act.send(path, { method: "POST", body })) === null) return;
    setText("");
    setTicked([]);
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
      {colleagues.length > 0 && (
        <details class="note-named">
          <summary>
            {t.name} {named.length > 0 && <b>({named.length})</b>}
          </summary>
          <fieldset>
            <legend class="quiet">{t.nameHint}</legend>
            {colleagues.map(({ id, name }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={named.includes(id)}
                  disabled={typed.includes(id) || (named.length >= NAMED_MAX && !named.includes(id))}
                  onChange={(event) =>
                    setTicked(
                      event.currentTarget.checked ? [...ticked, id] : ticked.filter((one) => one !== id),
                    )
                  }
                />
                <bdi>{name ?? t.gone}</bdi>
              </label>
            ))}
          </fieldset>
        </details>
      )}
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="submit" disabled={act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.write}
        </button>
      </div>
    </form>
  );
}
