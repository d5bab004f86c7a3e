import { assert } from "../../../kit/errors.ts";
import { isGuardId } from "../../../kit/guard-id.ts";
import type { Id } from "../../../kit/ids.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import { changeOf, type SessionChange } from "../change/change.ts";
import { questionDelayMs } from "../outcome/outcome-policy.ts";
import { nextSessionStatus } from "../session/states.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import { nextIntentStatus } from "../states.ts";
import type { Charge, MethodDetails, PaymentIntent } from "../types.ts";

export interface AttemptRoute {
  readonly providerAccountId: string;
  readonly provider: string;
  /** The attempt's id in the provider's own form; null: our reference is its id there. */
  readonly providerReference: string | null;
}

/** A completion that passed every check: the input of the new charge. */
export interface Attempt {
  readonly chargeId: Id<"charge">;
  readonly walletId: Id<"wallet">;
  readonly paymentMethod: PaymentMethod;
  readonly methodDetails: MethodDetails;
  readonly payer: Buffer;
  readonly payerPhoneMac: Buffer | null;
  readonly requestFingerprint: Buffer;
  /** Null when our own rules refuse the attempt: no provider will be called. */
  readonly route: AttemptRoute | null;
}

/**
 * A new charge under the session's intent; the session goes to PROCESSING. The provider is called after this is
 * committed, with the charge's id as its idempotency key. The caller has checked with `judgeComplete`.
 */
export function decideAttempt(loaded: LoadedSession, attempt: Attempt, nowMs: number): SessionChange {
  const { session } = loaded;
  const status = nextSessionStatus(session.status, "attempt");
  assert(status !== null, `session is payable, not ${session.status}`);
  const attemptNumber = session.attemptCount + 1;
  return changeOf(
    loaded,
    { status, attemptCount: attemptNumber, chargeId: attempt.chargeId, failureCode: null },
    nowMs,
    {
      intent: intentWithAttempt(loaded, attempt.chargeId, nowMs),
      charge: newCharge(session, attempt, attemptNumber, nowMs),
      events: [{ type: "payment.processing", subject: "charge" }],
      linkUse: session.paymentLinkId === null ? "none" : "reserve",
      // Queried even if this process dies before the provider has answered.
      checkAtMs: attempt.route === null ? undefined : nowMs + questionDelayMs(0),
    },
  );
}

/**
 * A payment without a session, to be written at once: its guard, its intent, and the first attempt if there is one.
 * `guard` has the state of a newly opened session.
 */
export function decideOpening(guard: CheckoutSession, attempt: Attempt | null, nowMs: number): SessionChange {
  const fresh = { session: guard, intent: null, charge: null };
  return attempt === null
    ? changeOf(fresh, {}, nowMs, { intent: newIntent(guard, nowMs) })
    : decideAttempt(fresh, attempt, nowMs);
}

function intentWithAttempt(
  { session, intent }: LoadedSession,
  chargeId: Id<"charge">,
  nowMs: number,
): PaymentIntent {
  const existing = intent ?? newIntent(session, nowMs);
  const status = nextIntentStatus(existing.status, "attempt");
  assert(status !== null, `intent takes an attempt, not ${existing.status}`);
  return {
    ...existing,
    status,
    chargeIds: [...existing.chargeIds, chargeId],
    latestChargeId: chargeId,
    version: intent === null ? 1 : intent.version + 1,
    updatedAtMs: nowMs,
  };
}

/** The intent before its first attempt: its id was made with the session. */
function newIntent(session: CheckoutSession, nowMs: number): PaymentIntent {
  return {
    merchantNo: session.merchantNo,
    id: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    status: "REQUIRES_PAYMENT_METHOD",
    amount: session.amount,
    amountReceived: 0n,
    amountRefunded: 0n,
    currency: session.currency,
    allowedMethods: session.allowedMethods,
    chargeIds: [],
    latestChargeId: null,
    failureCode: null,
    customer: session.customer,
    reference: session.reference,
    description: session.detail.description,
    metadata: session.detail.metadata,
    version: 1,
    expiresAtMs: isGuardId(session.id) ? session.expiresAtMs : null,
    succeededAtMs: null,
    cancelledAtMs: null,
    // Its id was made then: so ids and creation times of lists have the same order.
    createdAtMs: session.createdAtMs,
    updatedAtMs: nowMs,
  };
}

function newCharge(session: CheckoutSession, attempt: Attempt, attemptNumber: number, nowMs: number): Charge {
  return {
    merchantNo: session.merchantNo,
    id: attempt.chargeId,
    paymentIntentId: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    attemptNumber,
    status: "PENDING",
    amount: session.amount,
    amountConfirmed: null,
    fee: 0n,
    amountRefunded: 0n,
    currency: session.currency,
    walletId: attempt.walletId,
    paymentMethod: attempt.paymentMethod,
    methodDetails: attempt.methodDetails,
    payer: attempt.payer,
    payerPhoneMac: attempt.payerPhoneMac,
    requestFingerprint: attempt.requestFingerprint,
    providerAccountId: attempt.route?.providerAccountId ?? null,
    provider: attempt.route?.provider ?? null,
    providerReference: attempt.route?.providerReference ?? null,
    providerHandle: null,
    providerTransactionId: null,
    providerCode: null,
    nextStep: null,
    failureCode: null,
    late: false,
    duplicate: false,
    pays: false,
    reviewReason: null,
    reference: session.reference,
    description: session.detail.description,
    metadata: session.detail.metadata,
    unknownSinceMs: null,
    supersededAtMs: null,
    version: 1,
    succeededAtMs: null,
    failedAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
