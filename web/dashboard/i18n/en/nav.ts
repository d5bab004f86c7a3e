import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  home: "Home",
  reports: "Reports",
  payments: "Payments",
  links: "Links",
  refunds: "Refunds",
  money: "Money",
  balance: "Balance",
  entries: "Entries",
  payouts: "Payouts",
  beneficiaries: "Beneficiaries",
  settings: "Settings",
  notifications: "Notifications",
  profile: "Public profile",
  team: "Team",
  payoutRules: "Threshold of payouts",
  activity: "Activity",
  notFound: "This page does not exist.",
  toPayments: "Go to the payments",
};
