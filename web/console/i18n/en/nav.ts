import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  house: "Operators’ console",
  now: "Now",
  fees: "Fees",
  work: "To do",
  approvals: "Approvals",
  outages: "Outages",
  payments: "Payments",
  platform: "Platform",
  merchants: "Merchants",
  audit: "Audit log",
  team: "Team",
  notFound: "This page does not exist.",
  toPayments: "Go to the payments",
  providersGroup: "Routes",
  routing: "Routing",
  providers: "Providers",
  books: "Books",
  reconciliation: "Reconciliation",
  ledger: "Ledger",
};
