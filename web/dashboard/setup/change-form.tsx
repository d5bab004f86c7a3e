import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Dossier, Paper } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import type { LegalField } from "../../ui/dossier/profile.ts";
import { ProfileValue } from "../../ui/dossier/value.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";
import { fieldsOf, useNames, usePapers, useUsualCurrency } from "./dossier.ts";
import { FieldEditor, PaperUpload } from "./later.ts";
import { PaperFile } from "./papers.tsx";
import { DOSSIER_PATH } from "./paths.ts";
import { type ErrorOf, refusedBy } from "./refused.ts";
import { bodyOf, type TypedProfile, typedOf } from "./typed.ts";

const REASON_LENGTH_MAX = 500;

/** What changes, beside what stands; the papers that prove it; why. One request proposes all of it. */
export function ChangeForm({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const { act: words } = useUiTexts();
  const { query, set } = useAddress();
  const { route } = useLocation();
  const root = useRoot();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const act = useSubmission<Dossier>();
  const form = useRef<HTMLFormElement>(null);
  const currency = useUsualCurrency();
  const papers = usePapers().data?.data ?? [];
  const [typed, setTyped] = useState(() => typedOf(dossier.profile, dossier.countryCode, currency));
  const [reason, setReason] = useState("");
  const fields = fieldsOf(dossier);
  const chosen = fields.filter(({ name }) => (query.fields ?? "").split(",").includes(name));
  const needed = [...new Set(chosen.flatMap(({ provenBy }) => provenBy))];
  const fresh = papers.filter(({ acceptedAt }) => acceptedAt === null);
  const lacking = needed.filter((type) => !fresh.some((paper) => paper.type === type));
  const { problem } = act;
  const errorOf = refusedBy(problem?.fields ?? [], t.rules);
  const isUnchanged = problem?.fields.some(({ rule }) => rule === "unchanged") === true;
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);
  const choose = (name: LegalField, isChosen: boolean) => {
    const names = fields.map((field) => field.name);
    const now = names.filter((one) => (one === name ? isChosen : chosen.some((field) => field.name === one)));
    set({ fields: now.join(",") });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const answer = await act.send(`${DOSSIER_PATH}/profile/material-change`, {
      method: "PATCH",
      body: {
        ...Object.fromEntries(chosen.map(({ name }) => [name, bodyOf(typed, name)])),
        documents: fresh.filter(({ type }) => needed.includes(type)).map(({ id }) => id),
        reason: reason.trim(),
      },
    });
    if (answer === null) return;
    announce(t.change.submitted);
    await readAgain();
    route(`${root}/setup`);
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      <Card title={t.change.what}>
        <ChosenFields dossier={dossier} chosen={chosen.map(({ name }) => name)} onChoose={choose} />
      </Card>
      {chosen.map(({ name }) => (
        <ChangedField
          key={name}
          dossier={dossier}
          field={name}
          typed={typed}
          onChange={setTyped}
          errorOf={errorOf}
        />
      ))}
      {chosen.length > 0 && (
        <>
          <Proofs dossier={dossier} types={needed} papers={fresh} />
          <Field label={t.change.reason} hint={t.change.reasonHint} error={errorOf("reason")}>
            {(attributes) => (
              <input
                {...attributes}
                required
                maxLength={REASON_LENGTH_MAX}
                value={reason}
                onInput={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
          <p class="note">{t.change.warning}</p>
          <SubmissionProblem
            act={act}
            texts={isUnchanged ? { VALIDATION_ERROR: t.change.unchanged } : t.refusals}
            withoutFields
          />
          <div class="actions">
            <button type="submit" disabled={act.isSending || lacking.length > 0}>
              {act.isSending
                ? words.sending
                : act.isUnknown
                  ? words.askAgain
                  : t.change.submit(chosen.length)}
            </button>
          </div>
        </>
      )}
    </form>
  );
}

interface ChosenFieldsProps {
  readonly dossier: Dossier;
  readonly chosen: readonly LegalField[];
  readonly onChoose: (name: LegalField, isChosen: boolean) => void;
}

function ChosenFields({ dossier, chosen, onChoose }: ChosenFieldsProps) {
  const { setup: t } = useTexts();
  const nameOf = useNames(dossier);
  return (
    <fieldset class="choices">
      <legend class="hidden">{t.change.what}</legend>
      {fieldsOf(dossier).map(({ name }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) => onChoose(name, event.currentTarget.checked)}
          />
          {nameOf(name)}
        </label>
      ))}
    </fieldset>
  );
}

interface ChangedFieldProps {
  readonly dossier: Dossier;
  readonly field: LegalField;
  readonly typed: TypedProfile;
  readonly onChange: (typed: TypedProfile) => void;
  readonly errorOf: ErrorOf;
}

function ChangedField({ dossier, field, typed, onChange, errorOf }: ChangedFieldProps) {
  const { dossier: words } = useTexts();
  const label = useNames(dossier)(field);
  return (
    <Card title={label}>
      <div class="cards change-field">
        <div>
          <h3 class="quiet">{words.stands}</h3>
          <ProfileValue profile={dossier.profile} field={field} words={words} />
        </div>
        <div class="field-form">
          <h3>{words.proposed}</h3>
          <FieldEditor field={field} label={label} typed={typed} onChange={onChange} errorOf={errorOf} />
        </div>
      </div>
    </Card>
  );
}

interface ProofsProps {
  readonly dossier: Dossier;
  readonly types: readonly string[];
  readonly papers: readonly Paper[];
}

/** The papers that the chosen fields need: new ones. */
function Proofs({ dossier, types, papers }: ProofsProps) {
  const { setup: t } = useTexts();
  const nameOf = useNames(dossier);
  return (
    <Card title={t.change.proofs}>
      <p class="quiet">
        {t.change.proofsText} {t.papersHint}
      </p>
      <ul class="needs">
        {types.map((type) => {
          const own = papers.filter((paper) => paper.type === type);
          return (
            <li key={type}>
              <div class="need">
                <h3>{nameOf(type)}</h3>
                {own.length > 0 ? (
                  <Badge tone="good" text={t.change.ready} />
                ) : (
                  <Badge tone="warn" text={t.missing} />
                )}
              </div>
              {own.map((paper) => (
                <PaperFile key={paper.id} paper={paper} name={nameOf(type)} mayDelete />
              ))}
              <PaperUpload type={type} name={nameOf(type)} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
