import type { Texts } from "../texts.ts";

/** Giving a payment back. */
export const refunding: Texts["refunding"] = {
  title: "Refund",
  whole: "All that is left",
  part: "A part",
  amount: "Amount",
  amountHint: (most) => `At most ${most}`,
  reason: "Reason",
  reasons: {
    REQUESTED_BY_PAYER: "The payer asks for it",
    DUPLICATE: "Paid twice",
    FRAUD: "Fraud",
    LATE_PAYMENT: "Paid too late",
    OTHER: "Other",
  },
  note: "Note for yourselves, optional",
  to: (receiver) => `The money goes back to ${receiver}.`,
  from: "It is taken from your available balance. A refund that has left cannot be stopped.",
  submit: (amount) => `Refund ${amount}`,
  done: (amount) => `Refund of ${amount} requested.`,
  badAmount: (most) => `An amount of more than zero, at most ${most}.`,
  onItsWay: (amount: string) => `Refund of ${amount} on its way: the provider has not confirmed it yet.`,
};
