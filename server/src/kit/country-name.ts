import type { Locale } from "./money.ts";

const names = new Map<Locale, Intl.DisplayNames>();
function namesIn(locale: Locale): Intl.DisplayNames {
  const known = names.get(locale) ?? new Intl.DisplayNames([locale], { type: "region", fallback: "code" });
  names.set(locale, known);
  return known;
}

/** The country in the reader's language; what names no country stays as it is. Pure. */
export function countryName(code: string, locale: Locale): string {
  return /^[A-Z]{2}$/.test(code) ? (namesIn(locale).of(code) ?? code) : code;
}
