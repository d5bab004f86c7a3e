import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { PayerPage } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { PayerPagePreview } from "./preview.tsx";

const fieldNames = ["name", "licence", "termsUrl", "privacyUrl"] as const;
type FieldName = (typeof fieldNames)[number];
const LENGTHS_MAX = { name: 80, licence: 160, termsUrl: 500, privacyUrl: 500 } as const;

/** What payers read of who runs the page, with the preview beside it. A reader without the right sees it and changes nothing. */
export function PayerPageForm({ page }: { readonly page: PayerPage }) {
  const { payerPage: t } = useTexts();
  const { act: words } = useUiTexts();
  const mayChange = useMayAct()("setPayerPage");
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const act = useSubmission<unknown>();
  const [texts, setTexts] = useState<Readonly<Record<FieldName, string>>>({
    name: page.name ?? "",
    licence: page.licence ?? "",
    termsUrl: page.termsUrl ?? "",
    privacyUrl: page.privacyUrl ?? "",
  });
  // What payers read where no name is set: only known while none is.
  const own = page.name === null ? page.shownName : "";
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(fieldNames.map((name) => [name, texts[name].trim() || null]));
    const body = { mode: page.mode, ...given, version: page.version };
    const answer = await act.send("/tenant/payer-page", { method: "PUT", body });
    if (answer === null) return;
    say(answer.data, t.saved);
    await readAgain("/tenant/payer-page", "/tenant/change-requests");
  };
  const isRefused = (name: FieldName) => act.problem?.fields.some(({ path }) => path === name) === true;
  const field = (name: FieldName, label: string, hint: string | undefined) => (
    <Field label={label} hint={hint} error={isRefused(name) ? t.refused[name] : null}>
      {(attributes) => (
        <input
          {...attributes}
          type={name === "termsUrl" || name === "privacyUrl" ? "url" : "text"}
          maxLength={LENGTHS_MAX[name]}
          readOnly={!mayChange}
          autocomplete="off"
          value={texts[name]}
          onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div class="payer-page">
      <Card title={t.who}>
        <p>{t.intro}</p>
        <form noValidate onSubmit={(event) => void submit(event)}>
          {field("name", t.name, own === "" ? undefined : t.nameHint(own))}
          {field("licence", t.licence, t.licenceHint)}
          {field("termsUrl", t.terms, t.addressHint)}
          {field("privacyUrl", t.privacy, t.addressHint)}
          <SubmissionProblem act={act} texts={{ VERSION_CONFLICT: t.stale }} withoutFields />
          {mayChange && (
            <>
              {page.mode === "LIVE" && <p class="quiet">{t.byTwo}</p>}
              <div class="actions">
                <button type="submit" disabled={act.isSending}>
                  {act.isSending
                    ? words.sending
                    : act.isUnknown
                      ? words.askAgain
                      : page.mode === "LIVE"
                        ? t.propose
                        : t.save}
                </button>
              </div>
            </>
          )}
        </form>
        <p class="quiet">{t.fees}</p>
      </Card>
      <PayerPagePreview
        name={texts.name.trim() || own}
        licence={texts.licence.trim()}
        hasTerms={texts.termsUrl.trim() !== ""}
        hasPrivacy={texts.privacyUrl.trim() !== ""}
      />
    </div>
  );
}
