import { formatActor } from "../../../kit/actor.ts";
import { publicId } from "../../../kit/ids.ts";
import { displayMoney, type Locale, money } from "../../../kit/money.ts";
import type { Mode } from "../../../kit/payment-terms.ts";
import { iso, isoOrNull } from "../view.ts";
import { refundFailureMessage } from "./failure-messages.ts";
import type { RefundView } from "./schemas.ts";
import type { Refund } from "./types.ts";

export interface RefundViewContext {
  readonly mode: Mode;
  readonly merchantId: string;
  readonly locale: Locale;
}

export function refundView(refund: Refund, { mode, merchantId, locale }: RefundViewContext): RefundView {
  const { amount, currency, failureCode } = refund;
  return {
    object: "refund",
    id: publicId("refund", refund.id),
    mode,
    merchantId,
    chargeId: publicId("charge", refund.chargeId),
    paymentIntentId: publicId("paymentIntent", refund.paymentIntentId),
    amount: amount.toString(),
    amountDisplay: displayMoney(money(amount, currency), locale),
    currency,
    status: refund.status,
    reason: refund.reason,
    note: refund.note,
    route: refund.route,
    automatic: refund.sourceAccount === "held",
    accountNeeded: refund.accountNeeded,
    feeRefunded: refund.feeRefunded.toString(),
    providerTransactionId: refund.providerTransactionId,
    failureCode,
    failureMessage: failureCode === null ? null : refundFailureMessage(failureCode, locale),
    createdBy: refund.createdBy === null ? null : formatActor(refund.createdBy),
    metadata: refund.metadata,
    version: refund.version,
    createdAt: iso(refund.createdAtMs),
    updatedAt: iso(refund.updatedAtMs),
    succeededAt: isoOrNull(refund.succeededAtMs),
    failedAt: isoOrNull(refund.failedAtMs),
    cancelledAt: isoOrNull(refund.cancelledAtMs),
  };
}
