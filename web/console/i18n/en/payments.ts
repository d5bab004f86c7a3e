import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Payments",
  caption: "Payments of all merchants, the newest first",
  empty: "No payment yet.",
  one: "Payment",
  all: "All payments",
  shortReference: "Short reference",
};
