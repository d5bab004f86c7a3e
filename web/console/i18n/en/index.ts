import type { Texts } from "../texts.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { auditActs } from "./auditActs.ts";
import { balances } from "./balances.ts";
import { bank } from "./bank.ts";
import { bankFiles } from "./bankFiles.ts";
import { bookCorrections } from "./bookCorrections.ts";
import { correcting } from "./correcting.ts";
import { deciding } from "./deciding.ts";
import { dossier } from "./dossier.ts";
import { fees } from "./fees.ts";
import { holding } from "./holding.ts";
import { kyb } from "./kyb.ts";
import { ledger } from "./ledger.ts";
import { merchants } from "./merchants.ts";
import { nav } from "./nav.ts";
import { now } from "./now.ts";
import { outages } from "./outages.ts";
import { payerPage } from "./payerPage.ts";
import { payments } from "./payments.ts";
import { payoutFiles } from "./payoutFiles.ts";
import { providers } from "./providers.ts";
import { queues } from "./queues.ts";
import { reconciliation } from "./reconciliation.ts";
import { routing } from "./routing.ts";
import { standing } from "./standing.ts";
import { team } from "./team.ts";
import { trace } from "./trace.ts";
import { work } from "./work.ts";

export const en: Texts = {
  dossier,
  approvals,
  audit,
  auditActs,
  balances,
  bank,
  bankFiles,
  bookCorrections,
  correcting,
  deciding,
  fees,
  holding,
  kyb,
  ledger,
  merchants,
  nav,
  now,
  outages,
  payerPage,
  payments,
  payoutFiles,
  providers,
  queues,
  reconciliation,
  routing,
  standing,
  team,
  trace,
  work,
};
