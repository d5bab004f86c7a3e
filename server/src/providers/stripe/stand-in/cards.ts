import type { EntryEnd } from "../../../stand-ins/book.ts";

/** What a card does, by the name of its token. */
export type CardPlan =
  | { readonly kind: "ends"; readonly end: EntryEnd; readonly isFirst?: true }
  /** The payer's bank asks on a page of its own; `end` follows when the payer confirms there. */
  | { readonly kind: "asks"; readonly end: EntryEnd }
  /** Someone cancels the payment in the dashboard while it waits for the payer. */
  | { readonly kind: "cancelled" }
  /** An error of Stripe's own, which is stored with the key and repeated. */
  | { readonly kind: "breaks" }
  /** The request is refused with this error code, and nothing is made. */
  | { readonly kind: "refused"; readonly code: string };

export const AUTHENTICATION_FAILED = "payment_intent_authentication_failure";

/** Stripe's own names of test cards. Source: https://docs.stripe.com/testing */
const cards: Readonly<Record<string, CardPlan>> = {
  pm_card_visa: { kind: "ends", end: "SUCCESS" },
  pm_card_mastercard: { kind: "ends", end: "SUCCESS" },
  pm_card_refundFail: { kind: "ends", end: "SUCCESS" },
  pm_card_pendingRefund: { kind: "ends", end: "SUCCESS" },
  pm_card_chargeDeclined: declines("generic_decline"),
  pm_card_visa_chargeDeclinedInsufficientFunds: declines("insufficient_funds"),
  pm_card_visa_chargeDeclinedLostCard: declines("lost_card"),
  pm_card_visa_chargeDeclinedStolenCard: declines("stolen_card"),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declines("card_velocity_exceeded"),
  pm_card_chargeDeclinedExpiredCard: declines("expired_card"),
  pm_card_chargeDeclinedIncorrectCvc: declines("incorrect_cvc"),
  pm_card_chargeDeclinedProcessingError: declines("processing_error"),
  pm_card_radarBlock: declines("fraudulent"),
  pm_card_threeDSecure2Required: { kind: "asks", end: "SUCCESS" },
  pm_card_authenticationRequired: { kind: "asks", end: "SUCCESS" },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    kind: "asks",
    end: { code: "insufficient_funds" },
  },
  // The stand-in's own.
  pm_standin_event_first: { kind: "ends", end: "SUCCESS", isFirst: true },
  pm_standin_cancelled: { kind: "cancelled" },
  pm_standin_error: { kind: "breaks" },
  pm_standin_refused: { kind: "refused", code: "account_invalid" },
};

function declines(code: string): CardPlan {
  return { kind: "ends", end: { code } };
}

/** Every decline code of Stripe's has a card of the stand-in's own: `pm_standin_declines_<code>`. */
const declining = /^pm_standin_declines_([a-z_]{2,60})$/;

/** Null for a token that does not exist. */
export function cardPlanOf(token: string): CardPlan | null {
  const code = declining.exec(token)?.[1];
  return code === undefined ? (cards[token] ?? null) : declines(code);
}

/** Errors whose own code says what the matter is; every other refusal is `card_declined` with a decline code. */
const ownCodes: ReadonlySet<string> = new Set([
  "expired_card",
  "incorrect_cvc",
  "incorrect_number",
  "processing_error",
  AUTHENTICATION_FAILED,
]);

export function cardError(code: string) {
  const isOwn = ownCodes.has(code);
  return {
    type: code === AUTHENTICATION_FAILED ? "invalid_request_error" : "card_error",
    code: isOwn ? code : "card_declined",
    ...(isOwn ? {} : { decline_code: code }),
    message: "Your card was declined.",
  };
}
