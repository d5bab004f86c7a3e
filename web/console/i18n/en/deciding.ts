import type { Texts } from "../texts.ts";

const releaseTitle = (amount: string) => `Pay ${amount} to the merchant`;
const refundTitle = (amount: string) => `Give ${amount} back to the payer`;
const tooLate = "A success that the operator reports later is late money, and waits for a decision again.";

/** Held money and payments without an outcome: what is known, and what each choice does to whom. */
export const deciding: Texts["deciding"] = {
  decide: "Decide",
  payment: "Payment",
  toPayment: "Open the payment",
  takesOne: "You can decide this without a colleague.",
  takesTwo: "You propose; nothing happens before a colleague confirms.",
  final: "It is done as soon as you send it, and cannot be undone.",
  proposed: "Proposed: a colleague has to confirm.",
  decided: "Decided and done.",
  forMerchant: "For the merchant",
  forPayer: "For the payer",
  follows: (merchant, payer) => `For the merchant: ${merchant} For the payer: ${payer}`,
  reason: "Reason",
  reasonHint: "The audit log keeps it",
  evidence: "Evidence",
  evidenceOptional: "Evidence, optional",
  evidenceHint: "A letter, a ticket, a line of the operator’s statement",
  number: "The operator’s number of the payment",
  numberHint: "As the evidence has it",
  route: "Which way",
  routes: {
    ORIGINAL_RAIL: "The way it came",
    PAYOUT_TO_PAYER: "As a payout to the payer’s phone",
  },
  over: "Nothing is left to decide",
  ask: "Ask the provider",
  answered: "The provider has answered: the outcome is known.",
  stillUnknown: (at) => `Asked at ${at}: the provider still does not know.`,
  held: {
    title: "Held money",
    came: "What came",
    expected: "Expected",
    received: "Came",
    nobodyKnows: "Nobody knows",
    booked: "In the books",
    notBooked: "No: in another currency than the wallet’s, it was never booked",
    since: "Held since",
    over: "This money is not held any more.",
    reasons: {
      AMOUNT_MISMATCH: "The operator took another amount than was asked for.",
      LATE_PAYMENT: "The money came after its attempt had ended.",
      REFUND_FAILED: "This money was to go back to the payer, and the operator refused.",
      UNRESOLVED: "For 72 hours nobody has known whether the money came.",
    },
  },
  unknown: {
    title: "Unknown outcome",
    toPage: "What is known, and decide",
    since: "Unknown since",
    asked: "Asked",
    times: (count) => (count === 1 ? "once" : `${count} times`),
    next: "Asked again",
    notYet: (at, left) => `The operator may still answer. A decision is possible from ${at} on, in ${left}.`,
    over: "The outcome is known.",
    reversed:
      "The operator had reported this refund as successful; it has failed. The money is back with the merchant, and the payer has nothing.",
    types: {
      CHARGE: (amount) => `Payment of ${amount}`,
      REFUND: (amount) => `Refund of ${amount}`,
      PAYOUT: (amount) => `Payout of ${amount}`,
    },
    tell: {
      CHARGE:
        "The operator does not say whether the money was taken. Do not deliver, do not ask to pay again.",
      REFUND: "The operator does not say whether the payer has the money. Do not refund again.",
      PAYOUT: "The operator does not say whether the payout arrived. Do not send it again.",
    },
  },
  effects: {
    RELEASE: {
      title: releaseTitle,
      merchant: "Receives what came, less the fee; the order is paid and the merchant is told.",
      payer: "Gets nothing back: this amount has paid the order.",
    },
    RELEASE_BESIDE: {
      title: releaseTitle,
      merchant: "Receives this money beside what has paid the order already, and can refund it.",
      payer: "Has paid twice; only the merchant can still refund it.",
    },
    REFUND: {
      title: refundTitle,
      merchant: "Receives nothing: the attempt fails because of the amount.",
      payer: "Gets back everything that came, and can pay again.",
    },
    REFUND_LATE: {
      title: refundTitle,
      merchant: "Receives nothing: the order stays as it is.",
      payer: "Gets back everything that came.",
    },
    CLOSE: {
      title: (amount) => `Close: ${amount} settled outside the books`,
      merchant: "Nothing is booked to the wallet.",
      payer: "Was settled with the operator already, as the evidence shows.",
    },
    CHARGE_SUCCEEDED: {
      title: (amount) => `Declare ${amount} paid`,
      merchant: "Receives the money, less the fee, as if the operator had said it, and delivers.",
      payer: "The order is paid.",
    },
    CHARGE_FAILED: {
      title: (amount) => `Declare ${amount} not paid`,
      merchant: "Receives nothing, and is told.",
      payer: `Can pay again. ${tooLate}`,
    },
    REFUND_SUCCEEDED: {
      title: (amount) => `Declare ${amount} refunded`,
      merchant: "The money has left the wallet for good.",
      payer: "Has received the money, as the evidence shows.",
    },
    REFUND_FAILED: {
      title: (amount) => `Declare ${amount} not refunded`,
      merchant: "The money returns to the wallet; it can be refunded again.",
      payer: "Has received nothing. If the money came all the same, the payer will have it twice.",
    },
    REFUND_REVERSED: {
      title: (amount) => `Close the failed refund of ${amount}`,
      merchant: "Nothing changes: the money is back in the wallet already.",
      payer: "Is paid in another way, as the evidence shows.",
    },
    PAYOUT_SUCCEEDED: {
      title: (amount) => `Declare ${amount} paid out`,
      merchant: "The money has left the wallet for good.",
      payer: "The beneficiary has received the money, as the evidence shows.",
    },
    PAYOUT_FAILED: {
      title: (amount) => `Declare ${amount} not paid out`,
      merchant: "The money returns to the available balance; it can be sent again.",
      payer: "The beneficiary has received nothing. If the money came all the same, a correction is due.",
    },
  },
  refusals: {
    NOTHING_TO_DECIDE: "The provider has answered in the meantime: nothing is left to decide.",
    DECISION_NOT_POSSIBLE: "This decision is not possible any more. Read the page again.",
    DECISION_PENDING: "A colleague has proposed a decision already. Read the page again.",
  },
};
