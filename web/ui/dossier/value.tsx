import { useReader } from "../app/reader.tsx";
import type { DossierTexts } from "../i18n/types.ts";
import { type LegalField, type LegalProfile, linesOf } from "./profile.ts";

interface ProfileValueProps {
  readonly profile: LegalProfile;
  readonly field: LegalField;
  readonly words: DossierTexts;
}

/** What a field of a profile says. */
export function ProfileValue({ profile, field, words }: ProfileValueProps) {
  const { locale } = useReader();
  const lines = linesOf(profile, field, words, locale);
  if (lines.length === 0) return <p class="quiet">{words.nothing}</p>;
  return lines.map((line, index) => <p key={`${index} ${line}`}>{line}</p>);
}
