import { isoTime } from "../../../kit/clock.ts";
import { decimalText } from "../../../kit/money.ts";
import type { Entry, EntryKind } from "../../../stand-ins/book.ts";

export const idFieldOf: Readonly<Record<EntryKind, string>> = {
  PAYMENT: "depositId",
  REFUND: "refundId",
  PAYOUT: "payoutId",
};

/** An operation as a query shows it; a callback leaves the client's reference out. */
export function operationData(entry: Entry, authorizationUrl: string | null) {
  const { kind, id, amount, status, plan, transactionId, createdAtMs, details, paymentId } = entry;
  const text = decimalText(amount);
  const data = {
    [idFieldOf[kind]]: id,
    ...(paymentId === null ? {} : { depositId: paymentId }),
    // With decimals that the request did not have: pawaPay's answers may.
    amount: text.includes(".") ? text : `${text}.00`,
    currency: amount.currency,
    country: details.country,
    created: isoTime(createdAtMs),
    customerMessage: details.customerMessage,
  };
  if (status === "SUCCEEDED") return { ...data, status: "COMPLETED", providerTransactionId: transactionId };
  if (status === "FAILED") {
    const failureCode = typeof plan.end === "object" ? plan.end.code : "UNKNOWN_ERROR";
    return { ...data, status: "FAILED", failureReason: { failureCode, failureMessage: "Scripted." } };
  }
  if (authorizationUrl !== null)
    return { ...data, status: "PROCESSING", nextStep: "REDIRECT_TO_AUTH_URL", authorizationUrl };
  // An operation that never ends shows a status that the documentation does not list.
  return { ...data, status: plan.end === "NEVER" ? "SUBMITTED" : "PROCESSING" };
}

/** The answer that refuses a request, before or after it is understood. */
export function refusal(status: 400 | 401 | 403, failureCode: string) {
  return { status, json: { failureReason: { failureCode, failureMessage: "Scripted." } } };
}
