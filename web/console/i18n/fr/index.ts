import type { Dictionary } from "../../../ui/i18n/index.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { fees } from "./fees.ts";
import { kyb } from "./kyb.ts";
import { ledger } from "./ledger.ts";
import { merchants } from "./merchants.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { outages } from "./outages.ts";
import { payments } from "./payments.ts";
import { proposals } from "./proposals.ts";
import { providers } from "./providers.ts";
import { reconciliation } from "./reconciliation.ts";
import { routing } from "./routing.ts";
import { team } from "./team.ts";
import { work } from "./work.ts";

/** The console in French, one file for each area. Its shape is the type of the other languages. */
export const fr = {
  approvals,
  audit,
  fees,
  kyb,
  ledger,
  merchants,
  nav,
  now,
  outages,
  payments,
  proposals,
  providers,
  reconciliation,
  routing,
  team,
  work,
} as const satisfies Dictionary;
