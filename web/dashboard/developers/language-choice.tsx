import { useAddress } from "../../ui/app/address.ts";
import { Choice } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";
import { type Language, languageNames } from "./snippets.ts";

/** The language of the shown programs; it stands in the address. */
export function useLanguage<Offered extends Language>(offered: readonly [Offered, ...Offered[]]): Offered {
  const { query } = useAddress();
  return offered.find((language) => language === query.lang) ?? offered[0];
}

export function LanguageChoice({
  offered,
  value,
}: {
  readonly offered: readonly Language[];
  readonly value: Language;
}) {
  const { examples: t } = useTexts();
  const { set } = useAddress();
  return (
    <Choice
      label={t.language}
      value={value}
      options={offered.map((language) => [language, languageNames[language]])}
      onChange={(lang) => set({ lang })}
    />
  );
}
