/** Terms that the whole product shares, so that no module has to import another one for a name. */
export const paymentMethods = ["WALLET", "MOBILE_MONEY", "CARD", "BANK_TRANSFER", "QR"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const modes = ["SANDBOX", "LIVE"] as const;
/** Sandbox and live data never meet: see `MerchantNo`. */
export type Mode = (typeof modes)[number];

export const failureCodes = [
  "PAYMENT_NOT_CONFIRMED",
  "INSUFFICIENT_FUNDS",
  "PAYMENT_IN_PROGRESS",
  "PAYER_NOT_FOUND",
  "LIMIT_EXCEEDED",
  "INVALID_RECIPIENT",
  "AMOUNT_OUT_OF_BOUNDS",
  "INVALID_AMOUNT",
  "INVALID_CURRENCY",
  "PROVIDER_UNAVAILABLE",
  "CARD_DECLINED",
  "PAYMENT_CANCELLED",
  "RISK_BLOCKED",
  "UNKNOWN",
] as const;
/** The service's own vocabulary of payment failures: stable, never a provider's raw code. */
export type FailureCode = (typeof failureCodes)[number];

/**
 * How long a payer can answer the prompt of an operator, in milliseconds. The longest that a provider documents: MTN
 * lets five minutes. Source: docs/providers/mtn-momo.md.
 */
export const PROMPT_ANSWER_MS = 300_000;
