import type { Translated } from "../../ui/i18n/index.ts";
import type { fr } from "./fr/index.ts";

/** The texts of every language. */
export type Texts = Translated<typeof fr>;
