import type { Texts } from "../texts.ts";

/** Who runs the payer's page. */
export const payerPage: Texts["payerPage"] = {
  title: "Payer’s page",
  who: "Who runs the page",
  intro: "Payers read this at the foot of every payment page, and on their receipt.",
  name: "Name",
  nameHint: (own) => `Empty: ${own}`,
  licence: "Licence, in one line",
  licenceHint: "For example: Payment institution licensed by the BCEAO, no. …",
  terms: "Address of the terms",
  privacy: "Address of the privacy notice",
  addressHint: "Begins with https://",
  refused: {
    name: "One line, without invisible characters.",
    licence: "One line, without invisible characters.",
    termsUrl: "An https address without a user name.",
    privacyUrl: "An https address without a user name.",
  },
  stale: "A colleague has changed it meanwhile. Read the page again.",
  byTwo: "In live mode a colleague must confirm what is new. Taking a line away needs nobody else.",
  save: "Put in force",
  propose: "Propose to a colleague",
  saved: "It is in force.",
  preview: "Preview, at the foot of the page",
  runBy: (name) => `Payment run by ${name}.`,
  termsLink: "Terms",
  privacyLink: "Privacy",
  fees: "Fees are not set here: the page says what the fee schedules leave to the payer.",
};
