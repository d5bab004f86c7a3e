import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Payments",
  caption: "Payments, the newest first",
  empty: "No payment yet. The first one shows here as soon as a payer tries.",
  one: "Payment",
  all: "All payments",
  shortReference: "Short reference",
  noReceipt:
    "No receipt here: a receipt belongs to the payment page, and your server made this payment without one.",
};
