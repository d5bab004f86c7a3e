import type { Locale } from "../../../kit/money.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";
import type { ExportWords } from "./types.ts";

export const exportWords: Readonly<Record<Locale, ExportWords>> = { fr, en, pt };
