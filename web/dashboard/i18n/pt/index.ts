import type { Texts } from "../texts.ts";
import { activity } from "./activity.ts";
import { balance } from "./balance.ts";
import { batches } from "./batches.ts";
import { beneficiaries } from "./beneficiaries.ts";
import { dossier } from "./dossier.ts";
import { endpoints } from "./endpoints.ts";
import { events } from "./events.ts";
import { home } from "./home.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { nav } from "./nav.ts";
import { notifications } from "./notifications.ts";
import { payments } from "./payments.ts";
import { payouts } from "./payouts.ts";
import { profile } from "./profile.ts";
import { refunding } from "./refunding.ts";
import { refunds } from "./refunds.ts";
import { reports } from "./reports.ts";
import { requests } from "./requests.ts";
import { setup } from "./setup.ts";
import { team } from "./team.ts";
import { thresholds } from "./thresholds.ts";
import { examples, goLive, simulator } from "./tools.ts";

export const pt: Texts = {
  dossier,
  activity,
  profile,
  team,
  thresholds,
  balance,
  batches,
  beneficiaries,
  events,
  home,
  links,
  nav,
  notifications,
  payments,
  payouts,
  refunding,
  refunds,
  reports,
  endpoints,
  examples,
  goLive,
  keys,
  requests,
  setup,
  simulator,
};
