import type { Dictionary } from "../../../ui/i18n/index.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { payments } from "./payments.ts";

/** The console in French, one file for each area. Its shape is the type of the other languages. */
export const fr = { nav, now, payments } as const satisfies Dictionary;
