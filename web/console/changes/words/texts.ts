import type { Translated } from "../../../ui/i18n/index.ts";
import type { changes } from "./fr.ts";

/** The words of changes in every language. */
export type ChangeTexts = Translated<typeof changes>;

/** What each part that shows changes gets, too. */
export interface Worded {
  readonly words: ChangeTexts;
}
