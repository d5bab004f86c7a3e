import type { Locale } from "../../../server/src/kit/money.ts";
import type { UiTexts } from "./types.ts";

export type { Dictionary } from "./dictionary.ts";
export type { Translated, UiTexts } from "./types.ts";

/** One language is one file, loaded when it is needed. */
export const loadUiTexts: Readonly<Record<Locale, () => Promise<UiTexts>>> = {
  fr: async () => (await import("./fr.ts")).fr,
  en: async () => (await import("./en.ts")).en,
  pt: async () => (await import("./pt.ts")).pt,
};
