import type { CurrencyCode } from "../../../kit/currency.ts";
import { guardIdOf } from "../../../kit/guard-id.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { Locale } from "../../../kit/money.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import type { CheckoutSession, LatePaymentPolicy } from "../session/types.ts";

/** Maximum length of a payment's title, as for a session. */
const TITLE_MAX = 200;

/** A merchant server's input for a payment without a session. */
export interface GuardTerms {
  readonly merchantNo: MerchantNo;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  /** Sealed for the intent. */
  readonly customer: Buffer | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly merchantName: string;
  readonly locale: Locale;
  readonly maxAttempts: number;
  readonly latePaymentPolicy: LatePaymentPolicy;
  readonly expiresAtMs: number;
}

/**
 * The guard of a payment without a session, in the state of a newly opened session, so that one path writes all
 * payments. It is never visible: no page, no list, no event, no public id.
 */
export function newGuard(terms: GuardTerms, nowMs: number): CheckoutSession {
  const { merchantNo, paymentIntentId, reference, description } = terms;
  return {
    merchantNo,
    id: guardIdOf(paymentIntentId),
    status: "OPEN",
    amount: terms.amount,
    currency: terms.currency,
    title: oneLine(description ?? "") || (reference ?? terms.merchantName),
    allowedMethods: terms.allowedMethods,
    detail: {
      description,
      successUrl: null,
      cancelUrl: null,
      locale: terms.locale,
      customFields: [],
      successMessage: null,
      primaryColor: null,
      metadata: terms.metadata,
    },
    customer: terms.customer,
    reference,
    paymentLinkId: null,
    maxAttempts: terms.maxAttempts,
    attemptCount: 0,
    latePaymentPolicy: terms.latePaymentPolicy,
    paymentIntentId,
    chargeId: null,
    failureCode: null,
    retryable: true,
    paidLate: false,
    eventSequence: 0,
    version: 1,
    expiresAtMs: terms.expiresAtMs,
    completedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** Text that fits on a payer's screen, without line breaks. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, TITLE_MAX);
}
