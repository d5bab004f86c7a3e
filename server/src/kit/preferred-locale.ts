import type { Locale } from "./money.ts";

const locales: readonly Locale[] = ["fr", "en", "pt"];
const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);

/** The first language that we have, in the order of preference of RFC 9110, 12.5.4; null: none, or no header. Pure. */
export function preferredLocale(header: string | undefined): Locale | null {
  const wanted = (header ?? "").split(",").flatMap((part, index) => {
    const [range = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const language = range.split("-")[0] ?? "";
    const quality = qualityOf(parameters);
    return isLocale(language) && quality > 0 ? [{ language, quality, index }] : [];
  });
  wanted.sort((left, right) => right.quality - left.quality || left.index - right.index);
  return wanted[0]?.language ?? null;
}

function qualityOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (text === undefined) return 1;
  return /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
