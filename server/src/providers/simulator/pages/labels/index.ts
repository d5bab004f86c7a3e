import type { Locale } from "../../../../kit/money.ts";
import { en } from "./en.ts";
import { fr, type PageLabels } from "./fr.ts";
import { pt } from "./pt.ts";

export type { PageLabels } from "./fr.ts";

/** The texts of the simulator's pages, in the languages of the payer's. */
export type Language = Locale;
export const labels: Readonly<Record<Language, PageLabels>> = { fr, en, pt };
export const languages = ["fr", "en", "pt"] as const satisfies readonly Language[];

/** French where nothing else is asked for. */
export function languageOf(wish: string | null | undefined): Language {
  return languages.find((language) => language === wish) ?? "fr";
}
