import type { Dictionary } from "../../../ui/i18n/index.ts";
import { audit } from "./audit.ts";
import { fees } from "./fees.ts";
import { kyb } from "./kyb.ts";
import { merchants } from "./merchants.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { payments } from "./payments.ts";
import { team } from "./team.ts";
import { work } from "./work.ts";

/** The console in French, one file for each area. Its shape is the type of the other languages. */
export const fr = {
  audit,
  fees,
  kyb,
  merchants,
  nav,
  now,
  payments,
  team,
  work,
} as const satisfies Dictionary;
