import type { Texts } from "../texts.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { payments } from "./payments.ts";

export const en: Texts = { nav, now, payments };
