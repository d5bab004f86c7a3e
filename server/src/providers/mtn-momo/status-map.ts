import type { FailureCode } from "../../kit/payment-terms.ts";

/** What one of MTN's codes means. `alarm`: a setting, a key or our balance is at fault, so operators are told. */
export interface Meaning {
  readonly failureCode: FailureCode;
  readonly alarm?: true;
}

const is = (failureCode: FailureCode): Meaning => ({ failureCode });
const isOurs = (failureCode: FailureCode): Meaning => ({ failureCode, alarm: true });

/** Codes that mean the same wherever they occur. */
const common: Readonly<Record<string, Meaning>> = {
  PAYMENT_NOT_APPROVED: is("PAYMENT_NOT_CONFIRMED"),
  // The payer did not react within the five minutes of the prompt.
  COULD_NOT_PERFORM_TRANSACTION: is("PAYMENT_NOT_CONFIRMED"),
  APPROVAL_REJECTED: is("PAYMENT_CANCELLED"),
  TRANSACTION_CANCELED: is("PAYMENT_CANCELLED"),
  EXPIRED: is("PAYMENT_CANCELLED"),
  PAYER_NOT_FOUND: is("PAYER_NOT_FOUND"),
  SENDER_ACCOUNT_NOT_ACTIVE: is("PAYER_NOT_FOUND"),
  PAYER_LIMIT_REACHED: is("LIMIT_EXCEEDED"),
  PAYEE_LIMIT_REACHED: is("LIMIT_EXCEEDED"),
  SERVICE_UNAVAILABLE: is("PROVIDER_UNAVAILABLE"),
  INTERNAL_PROCESSING_ERROR: is("UNKNOWN"),
  TRANSFER_TYPE_UNKNOWN: is("UNKNOWN"),
  INVALID_CURRENCY: isOurs("INVALID_CURRENCY"),
  NOT_ALLOWED_TARGET_ENVIRONMENT: isOurs("PROVIDER_UNAVAILABLE"),
  INVALID_CALLBACK_URL_HOST: isOurs("PROVIDER_UNAVAILABLE"),
  // Of a part of the request that is not the amount: see `meaningOf`.
  VALIDATION_ERROR: isOurs("UNKNOWN"),
};

/** Reasons of a failed collection: the payee is our own account. */
export const collectionReasons: Readonly<Record<string, Meaning>> = {
  ...common,
  NOT_ENOUGH_FUNDS: is("INSUFFICIENT_FUNDS"),
  NOT_ALLOWED: is("RISK_BLOCKED"),
  PAYEE_NOT_FOUND: isOurs("UNKNOWN"),
  PAYEE_NOT_ALLOWED_TO_RECEIVE: isOurs("PROVIDER_UNAVAILABLE"),
};

/** Reasons of a failed transfer or refund: the payer is our own account. */
export const transferReasons: Readonly<Record<string, Meaning>> = {
  ...common,
  NOT_ENOUGH_FUNDS: isOurs("INSUFFICIENT_FUNDS"),
  PAYER_LIMIT_REACHED: isOurs("LIMIT_EXCEEDED"),
  NOT_ALLOWED: is("RISK_BLOCKED"),
  PAYEE_NOT_FOUND: is("INVALID_RECIPIENT"),
  PAYEE_NOT_ALLOWED_TO_RECEIVE: is("INVALID_RECIPIENT"),
};

/** A request that MTN refuses with NOT_ALLOWED was not allowed to our user: nobody looked at the other person. */
const refusalOfRequest: Readonly<Record<string, Meaning>> = { NOT_ALLOWED: isOurs("PROVIDER_UNAVAILABLE") };

/** Codes that refuse a request for good although MTN sends them with status 500. */
export const configurationCodes: ReadonlySet<string> = new Set([
  "INVALID_CURRENCY",
  "NOT_ALLOWED",
  "NOT_ALLOWED_TARGET_ENVIRONMENT",
  "INVALID_CALLBACK_URL_HOST",
]);

/** Codes of an answer with status 404 that say that the id is not known. */
export const unknownIdCodes: ReadonlySet<string> = new Set(["RESOURCE_NOT_FOUND", "TRANSACTION_NOT_FOUND"]);

/** The failure codes of payments, refunds and payouts. */
export const mtnFailureCodes: readonly FailureCode[] = [
  ...new Set(
    [collectionReasons, transferReasons].flatMap((table) =>
      Object.values(table).map(({ failureCode }) => failureCode),
    ),
  ),
  "INVALID_AMOUNT",
];

/** The meaning of a code in `reasons`; a code that is not there is UNKNOWN. Pure. */
export function meaningOf(
  reasons: Readonly<Record<string, Meaning>>,
  code: string,
  message: string,
): Meaning {
  if (code === "VALIDATION_ERROR" && /\bamount\b/i.test(message)) return is("INVALID_AMOUNT");
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? is("UNKNOWN")) : is("UNKNOWN");
}

/** The meaning of a code that refuses a request. Pure. */
export function meaningOfRefusal(
  reasons: Readonly<Record<string, Meaning>>,
  code: string,
  message: string,
): Meaning {
  return meaningOf({ ...reasons, ...refusalOfRequest }, code, message);
}
