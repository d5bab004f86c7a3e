import type { DossierTexts } from "../i18n/types.ts";
import type { LegalField, LegalProfile } from "./profile.ts";
import { ProfileValue } from "./value.tsx";

interface BesideProps {
  readonly field: LegalField;
  /** What the field is called in the merchant's country. */
  readonly label: string;
  readonly stands: LegalProfile;
  readonly proposed: LegalProfile;
  readonly words: DossierTexts;
}

/** A field that would change: what stands beside what is proposed. */
export function Beside({ field, label, stands, proposed, words }: BesideProps) {
  return (
    <div class="change">
      <h3>{label}</h3>
      <dl>
        <div>
          <dt>{words.stands}</dt>
          <dd>
            <ProfileValue profile={stands} field={field} words={words} />
          </dd>
        </div>
        <div class="is-proposed">
          <dt>{words.proposed}</dt>
          <dd>
            <ProfileValue profile={proposed} field={field} words={words} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
