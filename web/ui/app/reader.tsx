import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../../../server/src/kit/money.ts";
import type { OwnAccount } from "../api/views.ts";
import type { UiTexts } from "../i18n/index.ts";

/** Who looks at the page, and in which words. */
export interface Reader {
  readonly account: OwnAccount;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly words: UiTexts;
}

const ReaderContext = createContext<Reader | null>(null);
export const ReaderProvider = ReaderContext.Provider;

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (reader === null) throw new Error("There is no reader above this part.");
  return reader;
}

/** The words of shared parts. Pages of the dashboard and of the console have their own. */
export const useUiTexts = (): UiTexts => useReader().words;
