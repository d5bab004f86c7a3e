import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  house: "Operators’ console",
  now: "Now",
  payments: "Payments",
  notFound: "This page does not exist.",
  toPayments: "Go to the payments",
};
