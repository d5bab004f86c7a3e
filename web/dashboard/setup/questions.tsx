import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Dossier } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import type { LegalField } from "../../ui/dossier/profile.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { About } from "../../ui/parts/about.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useMayWrite, useNames } from "./dossier.ts";
import { FieldForm, PaperUpload } from "./later.ts";
import { DOSSIER_PATH } from "./paths.ts";

type Question = Dossier["requestedItems"][number];
const NOTE_LENGTH_MAX = 1_000;

/** What a reviewer asked, each answered where it stands; what needs words only, below. */
export function Questions({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const mayWrite = useMayWrite();
  if (dossier.status !== "INFO_REQUESTED") return null;
  return (
    <Card title={t.questions}>
      <ul class="needs questions">
        {dossier.requestedItems.map((question, index) => (
          <QuestionItem
            key={`${index} ${question.message}`}
            dossier={dossier}
            question={question}
            at={index}
          />
        ))}
      </ul>
      {mayWrite && <NoteForm key={dossier.note ?? ""} dossier={dossier} />}
    </Card>
  );
}

interface QuestionItemProps {
  readonly dossier: Dossier;
  readonly question: Question;
  readonly at: number;
}

function QuestionItem({ dossier, question, at }: QuestionItemProps) {
  const { setup: t } = useTexts();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const nameOf = useNames(dossier);
  const { query, set } = useAddress();
  const { documentType, field, message, requestedAt, status } = question;
  const about = [documentType, field].filter((name) => name !== null).map(nameOf);
  const isOpen = query.open === `question-${at}`;
  return (
    <li>
      {about.length > 0 && (
        <div class="need">
          <h3>{about.join(", ")}</h3>
          {documentType !== null &&
            (status === "PROVIDED" ? (
              <Badge tone="good" text={t.provided} />
            ) : (
              <Badge tone="warn" text={t.open} />
            ))}
        </div>
      )}
      <blockquote>{message}</blockquote>
      <p class="quiet">{t.askedAt(format.moment(requestedAt))}</p>
      {mayWrite && documentType !== null && <PaperUpload type={documentType} name={nameOf(documentType)} />}
      {mayWrite && field !== null && isOpen && (
        <FieldForm
          dossier={dossier}
          field={field as LegalField}
          label={nameOf(field)}
          onClose={() => set({ open: null })}
        />
      )}
      {mayWrite && field !== null && !isOpen && (
        <div class="actions">
          <button type="button" class="small" onClick={() => set({ open: `question-${at}` })}>
            <About text={t.edit} about={nameOf(field)} />
          </button>
        </div>
      )}
    </li>
  );
}

function NoteForm({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Dossier>();
  const [note, setNote] = useState(dossier.note ?? "");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // The service keeps one line.
    const line = note.replace(/\s+/g, " ").trim();
    const body = { note: line === "" ? null : line };
    if ((await act.send(DOSSIER_PATH, { method: "PATCH", body })) === null) return;
    announce(t.noteSaved);
    await readAgain(DOSSIER_PATH);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label={t.note} hint={t.noteHint}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            maxLength={NOTE_LENGTH_MAX}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmissionProblem act={act} texts={t.refusals} />
      <div class="actions">
        <button type="submit" class="quiet" disabled={act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.noteSave}
        </button>
      </div>
    </form>
  );
}
