import type { Locale } from "../../../server/src/kit/money.ts";
import { en } from "./en.ts";
import { fr, type Texts } from "./fr.ts";
import { pt } from "./pt.ts";

export type { Texts } from "./fr.ts";

export const dictionaries: Readonly<Record<Locale, Texts>> = { fr, en, pt };
export const locales = ["fr", "en", "pt"] as const satisfies readonly Locale[];
const languageTags: Readonly<Record<Locale, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

export const isLocale = (text: unknown): text is Locale => locales.some((locale) => locale === text);

/** The first of the browser's languages that the pages have; French when there is none. */
export function browserLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLocale) ?? "fr";
}

/** A moment in the holder's language and time zone; in UTC where the zone is not known to this machine. */
export function momentText(locale: Locale, timeZone: string, ms: number): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(languageTags[locale], {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: zone,
    });
  try {
    return format(timeZone).format(ms);
  } catch {
    return `${format("UTC").format(ms)} UTC`;
  }
}
