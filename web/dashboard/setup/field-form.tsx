import { useEffect, useRef, useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Dossier } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import type { LegalField } from "../../ui/dossier/profile.ts";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useUsualCurrency, written } from "./dossier.ts";
import { FieldEditor } from "./fields/field-editor.tsx";
import { DOSSIER_PATH } from "./paths.ts";
import { refusedBy } from "./refused.ts";
import { bodyOf, typedOf } from "./typed.ts";

export interface FieldFormProps {
  readonly dossier: Dossier;
  readonly field: LegalField;
  readonly label: string;
  readonly onClose: () => void;
}

/** Saves one field of the dossier by itself; what the service refuses is said beside the value. */
export function FieldForm({ dossier, field, label, onClose }: FieldFormProps) {
  const { setup: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Dossier>();
  const form = useRef<HTMLFormElement>(null);
  const currency = useUsualCurrency();
  const [typed, setTyped] = useState(() => typedOf(written(dossier), dossier.countryCode, currency));
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const { problem } = act;
  const errorOf = refusedBy(problem?.fields ?? [], t.rules);
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const answer = await act.send(DOSSIER_PATH, { method: "PATCH", body: { [field]: bodyOf(typed, field) } });
    if (answer === null) return;
    announce(t.saved(label));
    await readAgain(DOSSIER_PATH);
    onClose();
  };
  return (
    <form ref={form} class="field-form" onSubmit={(event) => void submit(event)}>
      <FieldEditor field={field} label={label} typed={typed} onChange={setTyped} errorOf={errorOf} />
      <SubmissionProblem act={act} texts={t.refusals} withoutFields />
      <div class="actions">
        <button type="submit" disabled={act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.save}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}
