import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../../../server/src/kit/money.ts";
import type { Texts } from "./texts.ts";

/** One language is one file of the build, loaded when it is needed. */
export const loadTexts: Readonly<Record<Locale, () => Promise<Texts>>> = {
  fr: async () => (await import("./fr/index.ts")).fr,
  en: async () => (await import("./en/index.ts")).en,
  pt: async () => (await import("./pt/index.ts")).pt,
};

const TextsContext = createContext<Texts | null>(null);
export const TextsProvider = TextsContext.Provider;

export function useTexts(): Texts {
  const words = useContext(TextsContext);
  if (words === null) throw new Error("There are no words above this page.");
  return words;
}
