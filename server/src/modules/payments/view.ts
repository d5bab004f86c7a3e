import type { Static } from "typebox";
import { isoTime } from "../../kit/clock.ts";
import { isGuardId } from "../../kit/guard-id.ts";
import { type Id, type MerchantNo, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { maskPhone } from "../../kit/phone.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { shortReference } from "../../kit/short-reference.ts";
import { failureMessage } from "./failure-messages.ts";
import { nextStepView } from "./next-step.ts";
import { type Customer, openCustomer } from "./payer.ts";
import type { ChargeView, ChargeWithStepView, IntentWithStepView, PaymentIntentView } from "./schemas.ts";
import type { IntentStatus } from "./states.ts";
import type { Charge, PaymentIntent } from "./types.ts";

/** What a view needs besides the row. */
export interface ViewContext {
  readonly keyring: Keyring;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly locale: Locale;
}

/** The columns that the view shows, which are also those that lists read. */
export type ViewedCharge = Omit<Charge, "payer" | "payerPhoneMac" | "requestFingerprint">;

export function chargeView(
  charge: ViewedCharge,
  { keyring, mode, merchantId, locale }: ViewContext,
): Static<typeof ChargeView> {
  const { merchantNo, methodDetails: details } = charge;
  const booked = charge.status === "SUCCEEDED";
  return {
    object: "charge",
    id: publicId("charge", charge.id),
    mode,
    merchantId,
    paymentIntentId: publicId("paymentIntent", charge.paymentIntentId),
    sessionId: sessionIdView(keyring, merchantNo, charge.sessionId),
    paymentLinkId: linkId(charge.paymentLinkId),
    shortReference: shortReference(charge.id),
    attemptNumber: charge.attemptNumber,
    amount: charge.amount.toString(),
    amountDisplay: displayMoney(money(charge.amount, charge.currency), locale),
    currency: charge.currency,
    fee: booked ? charge.fee.toString() : null,
    net: booked ? ((charge.amountConfirmed ?? charge.amount) - charge.fee).toString() : null,
    amountRefunded: charge.amountRefunded.toString(),
    refundStatus: refundStatusOf(charge),
    status: charge.status,
    paymentMethod: charge.paymentMethod,
    paymentMethodDetails: {
      phone: details.phone ?? null,
      operator: details.operator ?? null,
      countryCode: details.countryCode ?? null,
      brand: details.brand ?? null,
      last4: details.last4 ?? null,
      scheme: details.scheme ?? null,
      walletId: details.walletId ?? null,
    },
    provider: { name: charge.provider, transactionId: charge.providerTransactionId },
    failureCode: charge.failureCode,
    failureMessage: charge.failureCode === null ? null : failureMessage(charge.failureCode, locale),
    late: charge.late,
    duplicate: charge.duplicate,
    superseded: charge.supersededAtMs !== null,
    reviewReason: charge.reviewReason,
    reference: charge.reference,
    description: charge.description,
    metadata: charge.metadata,
    version: charge.version,
    createdAt: iso(charge.createdAtMs),
    updatedAt: iso(charge.updatedAtMs),
    succeededAt: isoOrNull(charge.succeededAtMs),
    failedAt: isoOrNull(charge.failedAtMs),
  };
}

/** Relative to what the provider took. */
function refundStatusOf({
  amount,
  amountConfirmed,
  amountRefunded,
}: ViewedCharge): "NONE" | "PARTIAL" | "FULL" {
  if (amountRefunded === 0n) return "NONE";
  return amountRefunded < (amountConfirmed ?? amount) ? "PARTIAL" : "FULL";
}

/** The charge with its payer's next step. */
export function chargeWithStepView(charge: Charge, context: ViewContext): Static<typeof ChargeWithStepView> {
  return { ...chargeView(charge, context), ...nextStepView(charge, context.locale) };
}

/** `charges`: those of the intent, oldest first. */
export function intentView(
  intent: PaymentIntent,
  charges: readonly Charge[],
  context: ViewContext,
  nowMs: number,
): Static<typeof PaymentIntentView> {
  const { keyring, mode, merchantId, locale } = context;
  return {
    object: "payment_intent",
    id: publicId("paymentIntent", intent.id),
    mode,
    merchantId,
    sessionId: sessionIdView(keyring, intent.merchantNo, intent.sessionId),
    paymentLinkId: linkId(intent.paymentLinkId),
    amount: intent.amount.toString(),
    amountDisplay: displayMoney(money(intent.amount, intent.currency), locale),
    amountReceived: intent.amountReceived.toString(),
    amountRefunded: intent.amountRefunded.toString(),
    currency: intent.currency,
    status: intentStatusAt(intent, nowMs),
    allowedMethods: intent.allowedMethods === null ? null : [...intent.allowedMethods],
    latestChargeId: intent.latestChargeId === null ? null : publicId("charge", intent.latestChargeId),
    charges: charges.map((charge) => chargeView(charge, context)),
    lastFailure:
      intent.failureCode === null
        ? null
        : { failureCode: intent.failureCode, failureMessage: failureMessage(intent.failureCode, locale) },
    customer: customerView(
      keyring,
      { merchantNo: intent.merchantNo, paymentIntentId: intent.id },
      intent.customer,
    ),
    reference: intent.reference,
    description: intent.description,
    metadata: intent.metadata,
    version: intent.version,
    createdAt: iso(intent.createdAtMs),
    updatedAt: iso(intent.updatedAtMs),
    expiresAt: isoOrNull(intent.expiresAtMs),
    succeededAt: isoOrNull(intent.succeededAtMs),
    cancelledAt: isoOrNull(hasExpired(intent, nowMs) ? intent.expiresAtMs : intent.cancelledAtMs),
  };
}

/** The intent with its payer's next step in the attempt in flight. */
export function intentWithStepView(
  intent: PaymentIntent,
  charges: readonly Charge[],
  context: ViewContext,
  nowMs: number,
): Static<typeof IntentWithStepView> {
  const latest = charges.find((charge) => charge.id === intent.latestChargeId) ?? null;
  return { ...intentView(intent, charges, context, nowMs), ...nextStepView(latest, context.locale) };
}

/** Expiry takes effect at its instant, whether or not the sweeper has written it. */
export function intentStatusAt(intent: PaymentIntent, nowMs: number): IntentStatus {
  return hasExpired(intent, nowMs) ? "CANCELLED" : intent.status;
}

function hasExpired({ status, expiresAtMs }: PaymentIntent, nowMs: number): boolean {
  return status === "REQUIRES_PAYMENT_METHOD" && expiresAtMs !== null && nowMs >= expiresAtMs;
}

/** Null for a payment that a merchant's server made: its guard is not a session. */
function sessionIdView(keyring: Keyring, merchantNo: MerchantNo, id: Id<"checkoutSession">): string | null {
  return isGuardId(id) ? null : formatSessionId(keyring, { merchantNo, id });
}

export function customerView(
  keyring: Keyring,
  of: { readonly merchantNo: MerchantNo; readonly paymentIntentId: Id<"paymentIntent"> },
  sealed: Buffer | null,
): Customer | null {
  return sealed === null ? null : openCustomer(keyring, of.merchantNo, of.paymentIntentId, sealed);
}

/** A customer in events: their bodies are stored, so the phone is masked. */
export function maskedCustomer(customer: Customer | null): Customer | null {
  return customer?.phone === undefined ? customer : { ...customer, phone: maskPhone(customer.phone) };
}

function linkId(id: Id<"paymentLink"> | null): string | null {
  return id === null ? null : publicId("paymentLink", id);
}

export function iso(ms: number): string {
  return isoTime(ms);
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
