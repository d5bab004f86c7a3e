import type { Static } from "typebox";
import { type Id, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { maskPhone } from "../../kit/phone.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { failureMessage } from "./failure-messages.ts";
import { type Customer, openCustomer } from "./payer.ts";
import type { ChargeView, PaymentIntentView } from "./schemas.ts";
import type { Charge, PaymentIntent } from "./types.ts";

/** What a view needs to know besides the row. */
export interface ViewContext {
  readonly keyring: Keyring;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly locale: Locale;
}

export function chargeView(
  charge: Charge,
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
    sessionId: formatSessionId(keyring, { merchantNo, id: charge.sessionId }),
    paymentLinkId: linkId(charge.paymentLinkId),
    attemptNumber: charge.attemptNumber,
    amount: charge.amount.toString(),
    amountDisplay: displayMoney(money(charge.amount, charge.currency), locale),
    currency: charge.currency,
    fee: booked ? charge.fee.toString() : null,
    net: booked ? (charge.amount - charge.fee).toString() : null,
    amountRefunded: charge.amountRefunded.toString(),
    refundStatus:
      charge.amountRefunded === 0n ? "NONE" : charge.amountRefunded < charge.amount ? "PARTIAL" : "FULL",
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
    reviewReason: charge.reviewReason,
    reference: charge.reference,
    metadata: charge.metadata,
    version: charge.version,
    createdAt: iso(charge.createdAtMs),
    updatedAt: iso(charge.updatedAtMs),
    succeededAt: isoOrNull(charge.succeededAtMs),
    failedAt: isoOrNull(charge.failedAtMs),
  };
}

/** `charges`: those of the intent, oldest first. */
export function intentView(
  intent: PaymentIntent,
  charges: readonly Charge[],
  context: ViewContext,
): Static<typeof PaymentIntentView> {
  const { keyring, mode, merchantId, locale } = context;
  return {
    object: "payment_intent",
    id: publicId("paymentIntent", intent.id),
    mode,
    merchantId,
    sessionId:
      intent.sessionId === null
        ? null
        : formatSessionId(keyring, { merchantNo: intent.merchantNo, id: intent.sessionId }),
    paymentLinkId: linkId(intent.paymentLinkId),
    amount: intent.amount.toString(),
    amountDisplay: displayMoney(money(intent.amount, intent.currency), locale),
    amountReceived: intent.amountReceived.toString(),
    amountRefunded: intent.amountRefunded.toString(),
    currency: intent.currency,
    status: intent.status,
    allowedMethods: intent.allowedMethods === null ? null : [...intent.allowedMethods],
    latestChargeId: intent.latestChargeId === null ? null : publicId("charge", intent.latestChargeId),
    charges: charges.map((charge) => chargeView(charge, context)),
    lastFailure:
      intent.failureCode === null
        ? null
        : { failureCode: intent.failureCode, failureMessage: failureMessage(intent.failureCode, locale) },
    customer: customerView(keyring, intent.id, intent.customer),
    reference: intent.reference,
    metadata: intent.metadata,
    version: intent.version,
    createdAt: iso(intent.createdAtMs),
    updatedAt: iso(intent.updatedAtMs),
    succeededAt: isoOrNull(intent.succeededAtMs),
    cancelledAt: isoOrNull(intent.cancelledAtMs),
  };
}

export function customerView(
  keyring: Keyring,
  intentId: Id<"paymentIntent">,
  sealed: Buffer | null,
): Customer | null {
  return sealed === null ? null : openCustomer(keyring, intentId, sealed);
}

/** A customer as events carry it: their bodies are stored, so the phone is masked. */
export function maskedCustomer(customer: Customer | null): Customer | null {
  return customer?.phone === undefined ? customer : { ...customer, phone: maskPhone(customer.phone) };
}

function linkId(id: Id<"paymentLink"> | null): string | null {
  return id === null ? null : publicId("paymentLink", id);
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
