import type { FailureCode } from "../../kit/payment-terms.ts";

/** pawaPay's codes, of refusals and of failed operations. A code that is not here is `UNKNOWN`. */
export const failureCodeOf: Readonly<Record<string, FailureCode>> = {
  PAYMENT_NOT_APPROVED: "PAYMENT_NOT_CONFIRMED",
  INSUFFICIENT_BALANCE: "INSUFFICIENT_FUNDS",
  PAYMENT_IN_PROGRESS: "PAYMENT_IN_PROGRESS",
  TRANSACTION_ALREADY_IN_PROCESS: "PAYMENT_IN_PROGRESS",
  REFUND_IN_PROGRESS: "PAYMENT_IN_PROGRESS",
  PAYER_NOT_FOUND: "PAYER_NOT_FOUND",
  PAYER_LIMIT_REACHED: "LIMIT_EXCEEDED",
  RECIPIENT_LIMIT_REACHED: "LIMIT_EXCEEDED",
  WALLET_LIMIT_REACHED: "LIMIT_EXCEEDED",
  RECIPIENT_NOT_FOUND: "INVALID_RECIPIENT",
  INVALID_PHONE_NUMBER: "INVALID_RECIPIENT",
  INVALID_PROVIDER: "INVALID_RECIPIENT",
  AMOUNT_OUT_OF_BOUNDS: "AMOUNT_OUT_OF_BOUNDS",
  AMOUNT_TOO_LARGE: "AMOUNT_OUT_OF_BOUNDS",
  INVALID_AMOUNT: "INVALID_AMOUNT",
  INVALID_CURRENCY: "INVALID_CURRENCY",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "PROVIDER_UNAVAILABLE",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "PROVIDER_UNAVAILABLE",
  NO_AUTHENTICATION: "PROVIDER_UNAVAILABLE",
  AUTHENTICATION_ERROR: "PROVIDER_UNAVAILABLE",
  AUTHORISATION_ERROR: "PROVIDER_UNAVAILABLE",
  HTTP_SIGNATURE_ERROR: "PROVIDER_UNAVAILABLE",
  DEPOSITS_NOT_ALLOWED: "PROVIDER_UNAVAILABLE",
  PAYOUTS_NOT_ALLOWED: "PROVIDER_UNAVAILABLE",
  REFUNDS_NOT_ALLOWED: "PROVIDER_UNAVAILABLE",
  REMITTANCES_NOT_ALLOWED: "PROVIDER_UNAVAILABLE",
  MANUALLY_CANCELLED: "PAYMENT_CANCELLED",
  UNSPECIFIED_FAILURE: "UNKNOWN",
  UNKNOWN_ERROR: "UNKNOWN",
  INVALID_INPUT: "UNKNOWN",
  MISSING_PARAMETER: "UNKNOWN",
  UNSUPPORTED_PARAMETER: "UNKNOWN",
  INVALID_PARAMETER: "UNKNOWN",
  DUPLICATE_METADATA_FIELD: "UNKNOWN",
  // Of refunds: the deposit does not exist, has not succeeded, or has nothing left to refund.
  NOT_FOUND: "UNKNOWN",
  INVALID_STATE: "UNKNOWN",
  DEPOSIT_ALREADY_REFUNDED: "AMOUNT_OUT_OF_BOUNDS",
};

/** The fault lies in a setting, in the token's rights, in our request, or in the account's balance at pawaPay. */
const operatorCodes: ReadonlySet<string> = new Set([
  "PAWAPAY_WALLET_OUT_OF_FUNDS",
  "NO_AUTHENTICATION",
  "AUTHENTICATION_ERROR",
  "AUTHORISATION_ERROR",
  "HTTP_SIGNATURE_ERROR",
  "DEPOSITS_NOT_ALLOWED",
  "PAYOUTS_NOT_ALLOWED",
  "REFUNDS_NOT_ALLOWED",
  "REMITTANCES_NOT_ALLOWED",
  "INVALID_INPUT",
  "MISSING_PARAMETER",
  "UNSUPPORTED_PARAMETER",
  "INVALID_PARAMETER",
  "DUPLICATE_METADATA_FIELD",
]);

/** The declared failure codes: every value of the table. */
export const pawapayFailureCodes: readonly FailureCode[] = [...new Set(Object.values(failureCodeOf))];

/** A definite refusal or failure by pawaPay's code. Operators are told where the payer has no part in it. */
export function failedBy(code: string) {
  const failureCode = failureCodeOf[code] ?? "UNKNOWN";
  const failed = { kind: "failed", failureCode, providerCode: code } as const;
  return operatorCodes.has(code) ? ({ ...failed, alarm: true } as const) : failed;
}
