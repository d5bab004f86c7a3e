import type { Review } from "../../../ui/api/views.ts";
import { Beside } from "../../../ui/dossier/beside.tsx";
import { profileFields } from "../../../ui/dossier/profile.ts";
import { ProfileValue } from "../../../ui/dossier/value.tsx";
import { useTexts } from "../../i18n/index.ts";

/** What the merchant says of itself. Where a change is under review, what stands is beside what is asked, and first. */
export function ProfileFields({
  dossier: { profile, proposedProfile, change },
}: {
  readonly dossier: Review;
}) {
  const { kyb: t } = useTexts();
  const { dossier: words } = useTexts();
  const changed = profileFields.filter((field) => change?.fields.includes(field) === true);
  return (
    <>
      {change !== null && (
        <p>
          <strong>{t.changeReason}</strong> {change.reason ?? t.nothing}
        </p>
      )}
      {proposedProfile !== null &&
        changed.map((field) => (
          <Beside
            key={field}
            field={field}
            label={words.fields[field]}
            stands={profile}
            proposed={proposedProfile}
            words={words}
          />
        ))}
      <dl class="facts">
        {profileFields
          .filter((field) => !changed.includes(field))
          .map((field) => (
            <div key={field}>
              <dt>{words.fields[field]}</dt>
              <dd>
                <ProfileValue profile={profile} field={field} words={words} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
