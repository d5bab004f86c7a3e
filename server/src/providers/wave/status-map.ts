import type { FailureCode } from "../../kit/payment-terms.ts";

/** A provider's code in our terms. `alarm`: a setting, a key or a limit of the account is the cause. */
interface Meaning {
  readonly failureCode: FailureCode;
  readonly alarm?: true;
}

type Meanings = ReadonlyMap<string, Meaning>;
const meanings = (rows: Readonly<Record<string, Meaning>>): Meanings => new Map(Object.entries(rows));

/** `last_payment_error.code` of a session: why the payer could not pay. */
const paymentErrors = meanings({
  "blocked-account": { failureCode: "RISK_BLOCKED" },
  "cross-border-payment-not-allowed": { failureCode: "RISK_BLOCKED" },
  "customer-age-restricted": { failureCode: "RISK_BLOCKED" },
  "insufficient-funds": { failureCode: "INSUFFICIENT_FUNDS" },
  "kyb-limits-exceeded": { failureCode: "LIMIT_EXCEEDED", alarm: true },
  "payer-mobile-mismatch": { failureCode: "PAYER_NOT_FOUND" },
  "payment-failure": { failureCode: "UNKNOWN" },
});

/** Codes of refused requests, and of payouts that failed. */
const requestErrors = meanings({
  "aggregated-merchant-required": { failureCode: "PROVIDER_UNAVAILABLE", alarm: true },
  "country-mismatch": { failureCode: "INVALID_RECIPIENT" },
  "currency-mismatch": { failureCode: "INVALID_CURRENCY", alarm: true },
  "insufficient-funds": { failureCode: "INSUFFICIENT_FUNDS" },
  "kyb-limits-exceeded": { failureCode: "LIMIT_EXCEEDED", alarm: true },
  "recipient-account-blocked": { failureCode: "RISK_BLOCKED" },
  "recipient-account-inactive": { failureCode: "INVALID_RECIPIENT" },
  "recipient-limit-exceeded": { failureCode: "LIMIT_EXCEEDED" },
  "recipient-minor": { failureCode: "RISK_BLOCKED" },
  "checkout-refund-failed": { failureCode: "UNKNOWN", alarm: true },
  "checkout-session-not-found": { failureCode: "UNKNOWN" },
  // A payout that its sender took back after it was paid.
  reversed: { failureCode: "UNKNOWN", alarm: true },
});

/** A session that ended without a payment error. */
const endings = meanings({
  expired: { failureCode: "PAYMENT_CANCELLED" },
  cancelled: { failureCode: "PAYMENT_CANCELLED" },
});

/** A code that nobody has described: operators look at it. */
const neverSeen: Meaning = { failureCode: "UNKNOWN", alarm: true };
const refusedKey: Meaning = { failureCode: "PROVIDER_UNAVAILABLE", alarm: true };
const invalidAmount: Meaning = { failureCode: "INVALID_AMOUNT" };

export interface Failure extends Meaning {
  readonly kind: "failed";
  readonly providerCode: string;
}

const failure = (meaning: Meaning, providerCode: string): Failure => ({
  kind: "failed",
  ...meaning,
  providerCode,
});

/** A session that ended unpaid. `ending` is its status; `errorCode` the last reason that the payer met, or empty. */
export function sessionFailure(ending: "expired" | "cancelled", errorCode: string): Failure {
  if (errorCode === "") return failure(endings.get(ending) ?? neverSeen, ending);
  return failure(paymentErrors.get(errorCode) ?? neverSeen, errorCode);
}

/** A payout that failed. `code` is empty where Wave does not say why. */
export function payoutFailure(code: string): Failure {
  return failure(requestErrors.get(code) ?? neverSeen, code === "" ? "failed" : code);
}

/** A refused request. `text`: its whole answer, searched for the amount where the code says only that it is invalid. */
export function requestFailure(status: number, code: string, text: string): Failure {
  if (status === 401 || status === 403) return failure(refusedKey, code === "" ? `http_${status}` : code);
  if (code === "request-validation-error") {
    return failure(/amount/i.test(text) ? invalidAmount : neverSeen, code);
  }
  return failure(requestErrors.get(code) ?? neverSeen, code);
}

export const failureCodes: readonly FailureCode[] = [
  ...new Set(
    [
      ...[paymentErrors, requestErrors, endings].flatMap((table) => [...table.values()]),
      ...[neverSeen, refusedKey, invalidAmount],
    ].map(({ failureCode }) => failureCode),
  ),
];
