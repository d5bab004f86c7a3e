import type { FailureCode } from "../../kit/payment-terms.ts";

/**
 * Stripe's codes and ours. A card's refusal names a decline code; without one the error's own code counts.
 * Sources: https://docs.stripe.com/declines/codes and https://docs.stripe.com/error-codes
 */
const codesByFailure = {
  PAYMENT_NOT_CONFIRMED: [
    "authentication_required",
    "payment_intent_authentication_failure",
    "incorrect_pin",
    "invalid_pin",
    "pin_try_exceeded",
  ],
  INSUFFICIENT_FUNDS: ["insufficient_funds"],
  PAYMENT_IN_PROGRESS: ["duplicate_transaction"],
  LIMIT_EXCEEDED: ["card_velocity_exceeded", "withdrawal_count_limit_exceeded"],
  AMOUNT_OUT_OF_BOUNDS: ["amount_too_small", "amount_too_large"],
  INVALID_AMOUNT: ["invalid_amount"],
  INVALID_CURRENCY: ["currency_not_supported"],
  PROVIDER_UNAVAILABLE: ["issuer_not_available", "processing_error", "try_again_later"],
  RISK_BLOCKED: ["fraudulent", "merchant_blacklist", "security_violation"],
  // Lost, stolen and collected cards are among them: the payer must not read which.
  CARD_DECLINED: [
    "approve_with_id",
    "call_issuer",
    "card_not_supported",
    "do_not_honor",
    "do_not_try_again",
    "expired_card",
    "generic_decline",
    "incorrect_cvc",
    "incorrect_number",
    "incorrect_zip",
    "invalid_account",
    "invalid_cvc",
    "invalid_expiry_month",
    "invalid_expiry_year",
    "invalid_number",
    "lost_card",
    "new_account_information_available",
    "no_action_taken",
    "not_permitted",
    "offline_pin_required",
    "online_or_offline_pin_required",
    "pickup_card",
    "reenter_transaction",
    "restricted_card",
    "revocation_of_all_authorizations",
    "revocation_of_authorization",
    "service_not_allowed",
    "stolen_card",
    "stop_payment_order",
    "testmode_decline",
    "transaction_not_allowed",
  ],
} as const satisfies Partial<Record<FailureCode, readonly string[]>>;

export const failureCodeByStripeCode: ReadonlyMap<string, FailureCode> = new Map(
  (Object.keys(codesByFailure) as (keyof typeof codesByFailure)[]).flatMap((failureCode) =>
    codesByFailure[failureCode].map((code) => [code, failureCode] as const),
  ),
);

/** Every failure code that this connector may return. */
export const stripeFailureCodes: readonly FailureCode[] = [
  ...(Object.keys(codesByFailure) as FailureCode[]),
  "PAYMENT_CANCELLED",
  "UNKNOWN",
];

/**
 * Why Stripe refuses a refund, or could not carry out one that it had taken. Sources:
 * https://docs.stripe.com/refunds#failed-refunds and https://docs.stripe.com/error-codes
 */
const failureCodeByRefundReason: ReadonlyMap<string, FailureCode> = new Map([
  ["lost_or_stolen_card", "CARD_DECLINED"],
  ["expired_or_canceled_card", "CARD_DECLINED"],
  ["declined", "CARD_DECLINED"],
  ["merchant_request", "PAYMENT_CANCELLED"],
  ["charge_for_pending_refund_disputed", "RISK_BLOCKED"],
  ["charge_disputed", "RISK_BLOCKED"],
  ["charge_already_refunded", "AMOUNT_OUT_OF_BOUNDS"],
  ["amount_too_large", "AMOUNT_OUT_OF_BOUNDS"],
  ["amount_too_small", "AMOUNT_OUT_OF_BOUNDS"],
  ["invalid_amount", "INVALID_AMOUNT"],
  ["insufficient_funds", "INSUFFICIENT_FUNDS"],
  ["balance_insufficient", "INSUFFICIENT_FUNDS"],
]);

/** An error as Stripe describes it, in an answer or as a payment's last one. */
export interface StripeFault {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  /** The parameter at fault. */
  readonly param?: string | undefined;
}

export interface Failure {
  readonly kind: "failed";
  readonly failureCode: FailureCode;
  readonly providerCode: string;
  readonly alarm?: true;
}

/**
 * The failure of a definite refusal. A refused request that is not the card's fault is ours, or a setting's: operators
 * are told. Pure.
 */
export function failureOf({ type, code, decline_code: decline, param }: StripeFault): Failure {
  // The client gives an absent decline code as an empty one.
  const providerCode = decline || code || type || "unnamed";
  const [failureCode] = [decline, code].flatMap((one) => failureCodeByStripeCode.get(one ?? "") ?? []);
  if (failureCode !== undefined) return { kind: "failed", failureCode, providerCode };
  // A token that Stripe does not know, or that was used before, comes from the payer's browser.
  const isCard = type === "card_error" || param?.startsWith("payment_method") === true;
  if (isCard) return { kind: "failed", failureCode: "CARD_DECLINED", providerCode };
  return { kind: "failed", failureCode: "UNKNOWN", providerCode, alarm: true };
}

/** The failure of a refund. Where the account's own money is short, operators are told. Pure. */
export function refundFailureOf({ type, code }: StripeFault): Failure {
  const providerCode = code ?? type ?? "unnamed";
  const failureCode = failureCodeByRefundReason.get(providerCode) ?? "UNKNOWN";
  const needsOperators = failureCode === "INSUFFICIENT_FUNDS" || failureCode === "UNKNOWN";
  return { kind: "failed", failureCode, providerCode, ...(needsOperators ? { alarm: true } : {}) };
}
