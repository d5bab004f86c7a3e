/** The simulator's own words for what went wrong: what a real provider would call its error codes. */
export const simulatorCodes = [
  "PAYER_LIMIT_REACHED",
  "ACCOUNT_UNKNOWN",
  "NOT_CONFIRMED",
  "BALANCE_TOO_LOW",
  "ALREADY_IN_PROGRESS",
  "UNSPECIFIED",
  "AMOUNT_NOT_SERVED",
  "RECIPIENT_REJECTED",
  "AMOUNT_NOT_VALID",
  "CURRENCY_NOT_SERVED",
  "PAYER_CANCELLED",
  "BLOCKED_BY_RISK",
  "OPERATOR_UNAVAILABLE",
  "EXPIRED",
  "WITHDRAWN",
  "OTP_REFUSED",
  "PIN_REFUSED",
  "WALLET_UNKNOWN",
  "WALLET_FROZEN",
  "WALLET_BALANCE_TOO_LOW",
  "WALLET_CURRENCY",
  "CARD_REFUSED",
  "CARD_BALANCE_TOO_LOW",
  "CARD_LOST",
  "CARD_STOLEN",
  "CARD_EXPIRED",
  "CARD_CODE_WRONG",
  "CARD_NUMBER_WRONG",
  "CARD_PROCESSING_ERROR",
  "CARD_LIMIT_REACHED",
  "CARD_FRAUD",
  "CARD_TOKEN_UNKNOWN",
  "AUTHENTICATION_REFUSED",
  "AUTHENTICATION_TIMED_OUT",
  "TRANSFER_REVERSED",
  "SCHEME_NOT_SERVED",
  "PAYMENT_UNKNOWN",
  "PAYMENT_NOT_REFUNDABLE",
  "REFUND_ABOVE_PAYMENT",
  "INVALID_REQUEST",
] as const;

export type SimulatorCode = (typeof simulatorCodes)[number];

export function isSimulatorCode(text: string): text is SimulatorCode {
  return (simulatorCodes as readonly string[]).includes(text);
}
