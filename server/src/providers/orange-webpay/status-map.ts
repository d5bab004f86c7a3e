import type { FailureCode } from "../../kit/payment-terms.ts";

/** What an outcome means that Orange names by a word. It gives no reason. */
export const failedStatuses: Readonly<Record<string, FailureCode>> = {
  FAILED: "UNKNOWN",
  // The payer confirmed too late.
  EXPIRED: "PAYMENT_CANCELLED",
};

/** Codes of Orange's gateway about the content of a request. */
const CONTENT_CODE_MIN = 20;
const CONTENT_CODE_MAX = 28;
/** Statuses of a refusal that our key, our address or our country segment causes. */
const accessStatuses: readonly number[] = [401, 403, 404];

export const orangeFailureCodes: readonly FailureCode[] = [
  "UNKNOWN",
  "PAYMENT_CANCELLED",
  "PROVIDER_UNAVAILABLE",
  "INVALID_AMOUNT",
];

/** The meaning of a refused creation. All but a wrong amount are faults of our settings or requests. Pure. */
export function meaningOfRefusal(
  status: number,
  code: number | null,
  message: string,
): { readonly failureCode: FailureCode; readonly alarm?: true } {
  if (accessStatuses.includes(status)) return { failureCode: "PROVIDER_UNAVAILABLE", alarm: true };
  const isContent = code !== null && code >= CONTENT_CODE_MIN && code <= CONTENT_CODE_MAX;
  if (isContent && /\bamount\b/i.test(message)) return { failureCode: "INVALID_AMOUNT" };
  return { failureCode: "UNKNOWN", alarm: true };
}
