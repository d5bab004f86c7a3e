import type { EntryKind, Plan } from "../../stand-ins/book.ts";

/**
 * What a number does, by its last three digits: 450 to 464 as in MTN's sandbox, the others for what its sandbox cannot
 * do. A number that is not listed succeeds.
 */
export interface NumberPlan {
  readonly plan: Plan;
  /** The request itself is refused with this status and code. `isTaken`: it is carried out all the same. */
  readonly refusal?: { readonly status: number; readonly code: string; readonly isTaken?: true };
  /** For how long a query does not find it, in milliseconds. */
  readonly hiddenMs?: number;
}

const DELAYED_MS = 20_000;
const HIDDEN_MS = 5_000;

const succeeds: NumberPlan = { plan: { end: "SUCCESS", reports: 1 } };
const fails = (code: string): NumberPlan => ({ plan: { end: { code }, reports: 1 } });
const never: NumberPlan = { plan: { end: "NEVER", reports: 0 } };
const delayed: NumberPlan = { plan: { end: "SUCCESS", reports: 1, afterMs: DELAYED_MS } };
const refuses = (status: number, code: string): NumberPlan => ({ ...succeeds, refusal: { status, code } });

const sameForAll: Readonly<Record<string, NumberPlan>> = {
  "469": { plan: { end: "SUCCESS", reports: 1, isFirst: true } },
  "470": fails("PAYMENT_NOT_APPROVED"),
  "472": fails("PAYEE_LIMIT_REACHED"),
  "474": fails("TRANSACTION_CANCELED"),
  "475": fails("SENDER_ACCOUNT_NOT_ACTIVE"),
  "477": fails("VALIDATION_ERROR"),
  "479": fails("TRANSACTION_NOT_FOUND"),
  "480": fails("NEVER_SEEN_BEFORE"),
  "481": refuses(500, "NOT_ALLOWED"),
  "482": {
    ...succeeds,
    refusal: { status: 500, code: "INTERNAL_PROCESSING_ERROR", isTaken: true },
  },
  "483": refuses(500, "NOT_ALLOWED_TARGET_ENVIRONMENT"),
  "484": refuses(500, "INVALID_CALLBACK_URL_HOST"),
  "485": refuses(403, "FORBIDDEN"),
  "486": { ...succeeds, hiddenMs: HIDDEN_MS },
};

const payments: Readonly<Record<string, NumberPlan>> = {
  ...sameForAll,
  "450": fails("INTERNAL_PROCESSING_ERROR"),
  "451": fails("APPROVAL_REJECTED"),
  "452": fails("EXPIRED"),
  "453": never,
  "454": delayed,
  "455": fails("PAYER_NOT_FOUND"),
  "456": fails("PAYEE_NOT_ALLOWED_TO_RECEIVE"),
  "457": fails("NOT_ALLOWED"),
  "458": fails("NOT_ALLOWED_TARGET_ENVIRONMENT"),
  "459": fails("INVALID_CALLBACK_URL_HOST"),
  "460": fails("INVALID_CURRENCY"),
  "461": fails("INTERNAL_PROCESSING_ERROR"),
  "462": fails("SERVICE_UNAVAILABLE"),
  "463": fails("COULD_NOT_PERFORM_TRANSACTION"),
  "464": fails("TRANSFER_TYPE_UNKNOWN"),
  "471": fails("NOT_ENOUGH_FUNDS"),
  "473": fails("PAYEE_NOT_FOUND"),
  "476": fails("PAYER_LIMIT_REACHED"),
};

const transfers: Readonly<Record<string, NumberPlan>> = {
  ...sameForAll,
  "450": fails("INTERNAL_PROCESSING_ERROR"),
  "451": fails("APPROVAL_REJECTED"),
  "452": fails("EXPIRED"),
  "453": never,
  "454": delayed,
  "455": fails("NOT_ENOUGH_FUNDS"),
  "456": fails("PAYER_LIMIT_REACHED"),
  "457": fails("PAYEE_NOT_FOUND"),
  "458": fails("NOT_ALLOWED"),
  "459": fails("NOT_ALLOWED_TARGET_ENVIRONMENT"),
  "460": fails("INVALID_CALLBACK_URL_HOST"),
  "461": fails("INVALID_CURRENCY"),
  "462": fails("INTERNAL_PROCESSING_ERROR"),
  "463": fails("SERVICE_UNAVAILABLE"),
  "464": fails("PAYEE_NOT_ALLOWED_TO_RECEIVE"),
};

/** Of refunds, by the number of the payer, whose payment succeeds. */
const refunds: Readonly<Record<string, NumberPlan>> = {
  "490": fails("NOT_ENOUGH_FUNDS"),
  "491": fails("PAYEE_NOT_ALLOWED_TO_RECEIVE"),
  "492": never,
};

const tables = { PAYMENT: payments, PAYOUT: transfers, REFUND: refunds } as const;

export function planOf(kind: EntryKind, number: string): NumberPlan {
  return tables[kind][number.slice(-3)] ?? succeeds;
}
