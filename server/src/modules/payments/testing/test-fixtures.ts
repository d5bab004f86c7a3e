import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, type Id, type MerchantNo } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import type { NextStep, PaymentOutcome } from "../../../providers/provider.ts";
import type { Attempt } from "../attempt/decide-attempt.ts";
import type { CheckoutSession } from "../session/types.ts";
import type { IntentStatus } from "../states.ts";
import type { Charge, PaymentIntent } from "../types.ts";

/** Sessions, intents, charges and outcomes for tests of pure rules: each test states only the relevant fields. */
export const NOW_MS = Date.UTC(2026, 10, 21, 10);
export const MINUTE_MS = 60_000;

const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(7));
const merchantNo = 1 as MerchantNo;
const sessionId = ids.next("checkoutSession");
const intentId = ids.next("paymentIntent");
export const walletId = ids.next("wallet");
export const linkId = ids.next("paymentLink");
export const accountId = ids.uuid();
export const currentChargeId = ids.next("charge");
export const olderChargeId = ids.next("charge");

export function newChargeId(): Id<"charge"> {
  return ids.next("charge");
}

/** OPEN, 1 000 F, five attempts, thirty minutes, no link. */
export function makeSession(fields: Partial<CheckoutSession> = {}): CheckoutSession {
  return {
    merchantNo,
    id: sessionId,
    status: "OPEN",
    amount: 1_000n,
    currency: "XOF",
    title: "Order 1",
    allowedMethods: null,
    detail: {
      description: null,
      successUrl: null,
      cancelUrl: null,
      locale: "fr",
      customFields: [],
      successMessage: null,
      primaryColor: null,
      metadata: {},
    },
    customer: null,
    reference: null,
    paymentLinkId: null,
    maxAttempts: 5,
    attemptCount: 0,
    latePaymentPolicy: "ACCEPT",
    paymentIntentId: intentId,
    chargeId: null,
    failureCode: null,
    retryable: true,
    paidLate: false,
    eventSequence: 0,
    version: 1,
    expiresAtMs: NOW_MS + 30 * MINUTE_MS,
    completedAtMs: null,
    createdAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
    ...fields,
  };
}

/** The intent of a session in this state. */
export function makeIntent(session: CheckoutSession, fields: Partial<PaymentIntent> = {}): PaymentIntent {
  return {
    merchantNo,
    id: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    status: intentStatusOf(session),
    amount: session.amount,
    amountReceived: session.status === "SUCCEEDED" ? session.amount : 0n,
    amountRefunded: 0n,
    currency: session.currency,
    allowedMethods: session.allowedMethods,
    chargeIds: [olderChargeId, currentChargeId],
    latestChargeId: session.chargeId,
    failureCode: null,
    customer: null,
    reference: null,
    description: null,
    metadata: {},
    version: 4,
    expiresAtMs: null,
    succeededAtMs: null,
    cancelledAtMs: null,
    createdAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
    ...fields,
  };
}

function intentStatusOf({ status, retryable }: CheckoutSession): IntentStatus {
  switch (status) {
    case "OPEN":
      return "REQUIRES_PAYMENT_METHOD";
    case "FAILED":
      return retryable ? "REQUIRES_PAYMENT_METHOD" : "FAILED";
    case "EXPIRED":
    case "CANCELLED":
      return "CANCELLED";
    default:
      return status;
  }
}

export function makeCharge(session: CheckoutSession, fields: Partial<Charge> = {}): Charge {
  return {
    merchantNo,
    id: currentChargeId,
    paymentIntentId: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    attemptNumber: 2,
    status: "PENDING",
    amount: session.amount,
    amountConfirmed: null,
    fee: 0n,
    amountRefunded: 0n,
    currency: session.currency,
    walletId,
    paymentMethod: "MOBILE_MONEY",
    methodDetails: { operator: "ORANGE", countryCode: "CI" },
    payer: Buffer.from("sealed"),
    payerPhoneMac: null,
    requestFingerprint: Buffer.from("a"),
    providerAccountId: accountId,
    provider: "simulator",
    providerReference: null,
    providerHandle: null,
    providerTransactionId: null,
    providerCode: null,
    nextStep: null,
    failureCode: null,
    late: false,
    duplicate: false,
    pays: false,
    reviewReason: null,
    reference: null,
    description: null,
    metadata: {},
    unknownSinceMs: null,
    supersededAtMs: null,
    version: 3,
    succeededAtMs: null,
    failedAtMs: null,
    createdAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
    ...fields,
  };
}

export function makeAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    chargeId: newChargeId(),
    walletId,
    paymentMethod: "MOBILE_MONEY",
    methodDetails: { operator: "ORANGE", countryCode: "CI" },
    payer: Buffer.from("sealed"),
    payerPhoneMac: Buffer.from("mac"),
    requestFingerprint: Buffer.from("a"),
    route: { providerAccountId: accountId, provider: "simulator", providerReference: ids.uuid() },
    ...fields,
  };
}

export const polls: NextStep = { kind: "POLL", pollAfterMs: 2_000, instructions: null };
export const redirects: NextStep = { kind: "REDIRECT", actionUrl: "https://pay.example/1" };

export const outcomes = {
  paid: { kind: "succeeded", transactionId: "MP1", amount: { minor: 1_000n, currency: "XOF" } },
  paid_less: { kind: "succeeded", transactionId: "MP1", amount: { minor: 999n, currency: "XOF" } },
  paid_more: { kind: "succeeded", transactionId: "MP1", amount: { minor: 1_001n, currency: "XOF" } },
  paid_foreign: { kind: "succeeded", transactionId: "MP1", amount: { minor: 1_000n, currency: "EUR" } },
  failed: { kind: "failed", failureCode: "INSUFFICIENT_FUNDS", providerCode: "51" },
  works: { kind: "pending", nextStep: polls },
  asks_payer: { kind: "pending", nextStep: redirects },
  unknown: { kind: "unknown", reason: "time-out" },
} as const satisfies Readonly<Record<string, PaymentOutcome>>;

/** Possible answers of a provider about a charge of 1 000 F. */
export type Says = keyof typeof outcomes;
export const allSays = Object.keys(outcomes) as readonly Says[];
