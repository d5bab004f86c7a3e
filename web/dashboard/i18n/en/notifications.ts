import type { Texts } from "../texts.ts";

export const notifications: Texts["notifications"] = {
  title: "Notifications",
  mails: "My mails",
  intro: "This choice is yours alone, for this merchant and in this mode.",
  none: "Your role in this mode brings no mail.",
  always: "Always sent: it may be the first sign of a theft.",
  save: "Save",
  saved: "Your choice is saved.",
  kinds: {
    KEY_MADE: "An API key is made",
    BENEFICIARY_ADDED: "A beneficiary is added",
    PAYOUT_WAITING: "A payout waits for an approval",
    PAYOUT_FAILED: "A payout fails",
    ENDPOINT_DISABLED: "A webhook endpoint is stopped",
    KYB_ASKED: "A question about the company’s file",
    KYB_DECIDED: "A decision about the file or the account",
    KYB_PAPER_ENDS: "A paper of the file that ends",
    NOTE_MENTION: "A note names you",
    DAILY_SUMMARY: "A summary of yesterday, each morning at 7",
  },
};
