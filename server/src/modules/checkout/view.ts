import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { displayMoney, money } from "../../kit/money.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { shortReference } from "../../kit/short-reference.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import {
  attemptsRemaining,
  type CheckoutSession,
  customerView,
  effectiveStatus,
  failureMessage,
  iso,
  isoOrNull,
  isPayable,
  type LoadedSession,
  maskedCustomer,
  messageToPayer,
  noStep,
  openPayer,
  POLL_AFTER_MS,
  type SessionEventBody,
  type SessionState,
  stepView,
  type ViewContext,
} from "../payments/index.ts";
import type { CompletionView, PublicSessionView, SessionView, StatusView } from "./schemas.ts";

export function sessionUrl(publicUrl: string, sessionId: string): string {
  return `${publicUrl}/checkout/${sessionId}`;
}

/** The complete session, for its merchant. */
export function sessionView(
  { session, intent, charge }: LoadedSession,
  context: ViewContext,
  publicUrl: string,
  nowMs: number,
): Static<typeof SessionView> {
  const values = charge === null ? null : openPayer(context.keyring, charge, charge.payer).customFieldValues;
  return {
    ...commonView(session, intent !== null, context, publicUrl, nowMs),
    customer: customerView(context.keyring, session, session.customer),
    customFieldValues: values === null || Object.keys(values).length === 0 ? null : { ...values },
  };
}

/** The session's body in the payment engine's events. */
export function createSessionEventBody(publicUrl: string): SessionEventBody {
  return (session, attempted, context) => sessionEventView(session, attempted, context, publicUrl);
}

/** The session in events. Their bodies are stored, so the customer's phone is masked and answers are left out. */
function sessionEventView(
  session: CheckoutSession,
  attempted: boolean,
  context: ViewContext,
  publicUrl: string,
) {
  return {
    ...commonView(session, attempted, context, publicUrl, session.updatedAtMs),
    customer: maskedCustomer(customerView(context.keyring, session, session.customer)),
    customFieldValues: null,
  };
}

function commonView(
  session: CheckoutSession,
  attempted: boolean,
  { keyring, mode, merchantId, locale }: ViewContext,
  publicUrl: string,
  nowMs: number,
) {
  const { detail } = session;
  const id = formatSessionId(keyring, session);
  const status = effectiveStatus(session, nowMs);
  const failureCode = status === "FAILED" ? session.failureCode : null;
  return {
    object: "checkout.session" as const,
    id,
    mode,
    merchantId,
    url: sessionUrl(publicUrl, id),
    status,
    amount: session.amount.toString(),
    amountDisplay: displayMoney(money(session.amount, session.currency), locale),
    currency: session.currency,
    title: session.title,
    description: detail.description,
    ...(detail.quantity === undefined ? {} : { quantity: detail.quantity }),
    allowedMethods: session.allowedMethods === null ? null : [...session.allowedMethods],
    successUrl: detail.successUrl,
    cancelUrl: detail.cancelUrl,
    reference: session.reference,
    locale: detail.locale,
    customFields: detail.customFields.map(customFieldView),
    successMessage: detail.successMessage,
    branding: detail.primaryColor === null ? null : { primaryColor: detail.primaryColor },
    metadata: detail.metadata,
    maxAttempts: session.maxAttempts,
    attemptCount: session.attemptCount,
    latePaymentPolicy: session.latePaymentPolicy,
    paymentIntentId: attempted ? publicId("paymentIntent", session.paymentIntentId) : null,
    chargeId: session.chargeId === null ? null : publicId("charge", session.chargeId),
    shortReference: session.chargeId === null ? null : shortReference(session.chargeId),
    paymentLinkId: session.paymentLinkId === null ? null : publicId("paymentLink", session.paymentLinkId),
    failureCode,
    failureMessage: failureCode === null ? null : failureMessage(failureCode, locale),
    retryable: status === "FAILED" && isPayable(session, nowMs),
    paidLate: session.paidLate,
    expiresAt: iso(session.expiresAtMs),
    completedAt: isoOrNull(session.completedAtMs),
    version: session.version,
    createdAt: iso(session.createdAtMs),
    updatedAt: iso(session.updatedAtMs),
  };
}

function customFieldView(field: CheckoutSession["detail"]["customFields"][number]) {
  const { options, ...rest } = field;
  return options === undefined ? rest : { ...rest, options: options.map((option) => ({ ...option })) };
}

/** What anyone with the session's id may read. */
export function publicSessionView(
  session: CheckoutSession,
  sessionId: string,
  methods: readonly PaymentMethod[],
  profile: MerchantProfile,
  nowMs: number,
): Static<typeof PublicSessionView> {
  const { detail } = session;
  const status = effectiveStatus(session, nowMs);
  const failureCode = status === "FAILED" ? session.failureCode : null;
  const primaryColor = detail.primaryColor ?? profile.primaryColor;
  return {
    object: "checkout.public_session",
    sessionId,
    mode: profile.mode,
    status,
    amount: session.amount.toString(),
    amountDisplay: displayMoney(money(session.amount, session.currency), detail.locale),
    currency: session.currency,
    title: session.title,
    description: detail.description,
    allowedMethods: [...methods],
    merchantName: profile.displayName,
    ...(profile.logoUrl === null ? {} : { merchantLogo: profile.logoUrl }),
    locale: detail.locale,
    expiresAt: iso(session.expiresAtMs),
    ...(primaryColor === null ? {} : { branding: { primaryColor } }),
    customFields: detail.customFields.map(customFieldView),
    ...(detail.successMessage === null ? {} : { successMessage: detail.successMessage }),
    failureCode,
    failureMessage: failureCode === null ? null : failureMessage(failureCode, detail.locale),
    retryable: status === "FAILED" && isPayable(session, nowMs),
    attemptsRemaining: attemptsRemaining(session),
    version: session.version,
  };
}

/** The payer's next step; before the first attempt a page polls whether another payer has paid. */
function sessionStepView(session: Pick<CheckoutSession, "status">, charge: SessionState["charge"]) {
  if (session.status === "PROCESSING") return stepView(charge);
  return session.status === "OPEN" ? openStep : noStep;
}
const openStep = { ...noStep, pollAfterMs: POLL_AFTER_MS };

export function completionView(
  { session, charge }: LoadedSession,
  sessionId: string,
): Static<typeof CompletionView> {
  if (charge === null) throw new Error("a completion has a charge");
  const step = sessionStepView(session, charge);
  return {
    object: "checkout.completion",
    sessionId,
    status: session.status,
    ...step,
    paymentIntentId: publicId("paymentIntent", session.paymentIntentId),
    chargeId: publicId("charge", charge.id),
    attemptNumber: session.attemptCount,
    attemptsRemaining: attemptsRemaining(session),
    messageToPayer: messageToPayer(charge, session.detail.locale),
  };
}

/** The state for `statusView`, from a session that was read completely. */
export function stateOf({ session, charge }: LoadedSession): SessionState {
  return { ...session, charge };
}

export function statusView(
  session: SessionState,
  sessionId: string,
  nowMs: number,
): Static<typeof StatusView> {
  const status = effectiveStatus(session, nowMs);
  const failureCode = status === "FAILED" ? session.failureCode : null;
  const { detail } = session;
  const step = sessionStepView(session, session.charge);
  // Written out: spreading costs several times as much, and this is by far the most frequent request.
  return {
    object: "checkout.session.status",
    sessionId,
    status,
    failureCode,
    failureMessage:
      failureCode === null || detail === null ? null : failureMessage(failureCode, detail.locale),
    retryable: status === "FAILED" && isPayable(session, nowMs),
    attemptsRemaining: attemptsRemaining(session),
    nextStep: step.nextStep,
    actionUrl: step.actionUrl,
    sandboxUrl: step.sandboxUrl,
    qrPayload: step.qrPayload,
    instructions: step.instructions,
    pollAfterMs: status === "EXPIRED" ? null : step.pollAfterMs,
    // The intent is stored with the first attempt.
    paymentIntentId: session.attemptCount === 0 ? null : publicId("paymentIntent", session.paymentIntentId),
    chargeId: session.chargeId === null ? null : publicId("charge", session.chargeId),
    paidLate: session.paidLate,
    successUrl:
      status === "SUCCEEDED" && detail !== null ? withSessionId(detail.successUrl, sessionId) : null,
    expiresAt: iso(session.expiresAtMs),
    version: session.version,
  };
}

/** The merchant's address with `{CHECKOUT_SESSION_ID}` filled in. */
export function withSessionId(url: string | null, sessionId: string): string | null {
  return url === null ? null : url.replaceAll("{CHECKOUT_SESSION_ID}", sessionId);
}
