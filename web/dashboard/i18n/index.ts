import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../../../server/src/kit/money.ts";
import { type AreaWords, wordsByArea } from "../../ui/i18n/areas.ts";
import type { Texts } from "./texts.ts";

/** One area in one language is one file of the build. */
export const wordsIn = (locale: Locale): AreaWords<Texts> =>
  wordsByArea(locale, import.meta.glob<Partial<Texts>>(["./{fr,en,pt}/*.ts", "!./*/index.ts"]));

const TextsContext = createContext<Texts | null>(null);
export const TextsProvider = TextsContext.Provider;

/** A page finds the areas that its entry in `pages.ts` names. */
export function useTexts(): Texts {
  const words = useContext(TextsContext);
  if (words === null) throw new Error("There are no words above this page.");
  return words;
}
