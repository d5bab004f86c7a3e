import type { UiTexts } from "./types.ts";

export const failures: UiTexts["failures"] = {
  PAYMENT_NOT_CONFIRMED: "The payer did not confirm in time. They can try again with the phone switched on.",
  INSUFFICIENT_FUNDS: "The payer’s account does not hold enough money.",
  PAYMENT_IN_PROGRESS: "Another payment of this number is under way. Wait a few minutes.",
  PAYER_NOT_FOUND: "This number has no account at the operator.",
  LIMIT_EXCEEDED: "The payer’s account has reached its limit.",
  INVALID_RECIPIENT: "The account that should receive is not valid.",
  AMOUNT_OUT_OF_BOUNDS: "The operator does not take this amount.",
  INVALID_AMOUNT: "The amount is not valid.",
  INVALID_CURRENCY: "The operator does not take this currency.",
  PROVIDER_UNAVAILABLE: "The operator is down. Try later or by another method.",
  CARD_DECLINED: "The bank declines the card. The payer asks the bank, or takes another method.",
  PAYMENT_CANCELLED: "The payer cancelled.",
  RISK_BLOCKED: "The payment was stopped for safety.",
  UNKNOWN: "The operator refused without a reason.",
};
