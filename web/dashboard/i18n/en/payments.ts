import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Payments",
  caption: "Payments, the newest first",
  empty: "No payment yet. The first one shows here as soon as a payer tries.",
  one: "Payment",
  all: "All payments",
  shortReference: "Short reference",
  told: {
    refunded: "Refunded",
    holds: { AMOUNT_MISMATCH: "another amount than asked for", REFUND_FAILED: "refund failed" },
    sentences: {
      AMOUNT_MISMATCH:
        "Money has arrived, but another amount than was asked for. It is held until the platform decides: do not deliver, and do not ask to pay again.",
      LATE_PAYMENT: "The money came too late. It is held until the platform decides: do not deliver yet.",
      REFUND_FAILED:
        "This money should have gone back to the payer, and the refund failed. It is held until the platform decides: do not deliver.",
      FULL: "All of it was given back to the payer: do not deliver any more.",
      PARTIAL: "The money has arrived, and a part of it was given back to the payer.",
      over: "No money was taken, and this payment takes no further try. To try again, a new one is needed.",
    },
  },
  noReceipt:
    "No receipt here: a receipt belongs to the payment page, and your server made this payment without one.",
};
