import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Profile } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Choice, Field } from "../../../ui/parts/field.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Preview } from "../../settings/preview.tsx";

const PATH = "/merchant-owner/onboarding/profile";
/** The payer's page has this colour where the merchant has chosen none. */
const HOUSE_COLOUR = "#0b6e4f";

/** What payers see of the merchant, beside the form that changes it. */
export default function ProfilePage() {
  const { profile: t } = useTexts();
  const profile = useRead<Profile>(PATH);
  return (
    <Page title={t.title}>
      <p>{t.intro}</p>
      <Shown read={profile} rows={6}>
        {({ data }) => <ProfileForm key={data.version} profile={data} />}
      </Shown>
    </Page>
  );
}

const textFields = ["displayName", "logoUrl", "supportEmail", "supportPhone", "website"] as const;
type TextField = (typeof textFields)[number];

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { profile: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const mayManage = useMay()("merchant.profile.manage");
  const readAgain = useReadAgain();
  const act = useSubmission<Profile>();
  const [texts, setTexts] = useState<Readonly<Record<TextField, string>>>({
    displayName: profile.displayName,
    logoUrl: profile.logoUrl ?? "",
    supportEmail: profile.supportEmail ?? "",
    supportPhone: profile.supportPhone ?? "",
    website: profile.website ?? "",
  });
  const [colour, setColour] = useState(profile.branding.primaryColor);
  const [language, setLanguage] = useState(profile.locale);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!mayManage) return;
    const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
    const body = {
      displayName: texts.displayName.trim(),
      logoUrl: orNull(texts.logoUrl),
      supportEmail: orNull(texts.supportEmail),
      supportPhone: orNull(texts.supportPhone),
      website: orNull(texts.website),
      ...(colour === null ? {} : { branding: { primaryColor: colour } }),
      locale: language,
    };
    if ((await act.send(`${PATH}/operational`, { method: "PATCH", body })) === null) return;
    announce(t.saved);
    await readAgain(PATH);
  };
  const text = (name: TextField, label: string, type: "text" | "email" | "tel" | "url", hint?: string) => (
    <Field label={label} hint={hint} error={act.problem?.fields.find(({ path }) => path === name)?.message}>
      {(attributes) => (
        <input
          {...attributes}
          type={type}
          required={name === "displayName"}
          readOnly={!mayManage}
          value={texts[name]}
          onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div class="beside">
      <form onSubmit={(event) => void submit(event)}>
        {profile.kybStatus === "DRAFT" && <p class="note">{t.notYet}</p>}
        {text("displayName", t.name, "text")}
        {text("logoUrl", t.logo, "url", t.logoHint)}
        <Field label={t.colour}>
          {(attributes) => (
            <input
              {...attributes}
              type="color"
              disabled={!mayManage}
              value={colour ?? HOUSE_COLOUR}
              onInput={(event) => setColour(event.currentTarget.value)}
            />
          )}
        </Field>
        <Choice
          label={t.language}
          value={language}
          options={Object.entries(t.languages)}
          onChange={(value) => setLanguage(value as Profile["locale"])}
        />
        {text("supportEmail", t.supportEmail, "email")}
        {text("supportPhone", t.supportPhone, "tel", t.phoneHint)}
        {text("website", t.website, "url")}
        <SubmissionProblem act={act} texts={{ MERCHANT_KYB_NOT_APPROVED: t.notYet }} />
        {mayManage && (
          <div class="actions">
            <button type="submit" disabled={act.isSending}>
              {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.save}
            </button>
          </div>
        )}
      </form>
      <Preview
        name={texts.displayName}
        colour={colour ?? HOUSE_COLOUR}
        supportEmail={texts.supportEmail}
        supportPhone={texts.supportPhone}
      />
    </div>
  );
}
