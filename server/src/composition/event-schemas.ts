import { type TSchema, Type } from "typebox";
import type { DocumentedEvent } from "../http/openapi/index.ts";
import { Instant, Nullable, OneOf } from "../http/schemas.ts";
import { modes } from "../kit/payment-terms.ts";
import { KeySchema } from "../modules/access/index.ts";
import { SessionView } from "../modules/checkout/index.ts";
import { LinkView } from "../modules/links/index.ts";
import { kybStatuses, merchantStatuses } from "../modules/merchants/index.ts";
import { ChargeView } from "../modules/payments/index.ts";
import { RefundView } from "../modules/payments/refunds/index.ts";
import { BeneficiaryView, PayoutView } from "../modules/payouts/index.ts";
import { EndpointSchema, type EventType, eventMeanings, eventTypes } from "../modules/webhooks/index.ts";

const FailedCharge = Type.Object(
  {
    ...ChargeView.properties,
    reason: Nullable(
      Type.String({
        description: "The provider's own code. Read `failureCode` instead: it is stable.",
        deprecated: true,
      }),
    ),
  },
  { title: "FailedCharge" },
);
const RefundedCharge = Type.Object(
  {
    ...ChargeView.properties,
    refundId: Type.String({ description: "The refund that gave the money back, `re_…`." }),
  },
  { title: "RefundedCharge" },
);
const MerchantState = Type.Object(
  {
    object: Type.Literal("merchant"),
    id: Type.String({ description: "Id of the merchant, a UUID." }),
    mode: OneOf(modes),
    status: OneOf(merchantStatuses, { description: "The same in both modes." }),
    messageToMerchant: Nullable(
      Type.String({ description: "What the platform wrote when it suspended or closed the merchant." }),
    ),
    kybStatus: OneOf(kybStatuses, { description: "Where the onboarding dossier stands in this mode." }),
    displayName: Type.String({ description: "The merchant's name, as payers read it." }),
    countryCode: Type.String({ description: "ISO 3166, two letters." }),
    version: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: "MerchantState" },
);

/** The shape of `data` in each event. */
const dataOf: Readonly<Record<EventType, TSchema>> = {
  "payment.processing": ChargeView,
  "payment.succeeded": ChargeView,
  "payment.failed": FailedCharge,
  "payment.late_refunded": RefundedCharge,
  "payment.duplicate_refunded": RefundedCharge,
  "checkout.session.completed": SessionView,
  "checkout.session.failed": SessionView,
  "checkout.session.expired": SessionView,
  "checkout.session.cancelled": SessionView,
  "payment_link.created": LinkView,
  "payment_link.updated": LinkView,
  "payment_link.exhausted": LinkView,
  "payment_link.expired": LinkView,
  "payment_link.abused": LinkView,
  "payment_link.cancelled": LinkView,
  "refund.created": RefundView,
  "refund.account_needed": RefundView,
  "refund.succeeded": RefundView,
  "refund.failed": RefundView,
  "payout.created": PayoutView,
  "payout.queued": PayoutView,
  "payout.paid": PayoutView,
  "payout.failed": PayoutView,
  "payout.reversed": PayoutView,
  "payout.cancelled": PayoutView,
  "beneficiary.verified": BeneficiaryView,
  "beneficiary.rejected": BeneficiaryView,
  "merchant.status_changed": MerchantState,
  "merchant.kyb.submitted": MerchantState,
  "merchant.kyb.approved": MerchantState,
  "merchant.kyb.rejected": MerchantState,
  "api_key.created_by_operator": KeySchema,
  "api_key.revoked_by_operator": KeySchema,
  "webhook_endpoint.disabled": EndpointSchema,
  "endpoint.ping": EndpointSchema,
};

/** Every event as the merchants' OpenAPI document shows it. */
export const documentedEvents: readonly DocumentedEvent[] = eventTypes.map((type) => ({
  type,
  meaning: eventMeanings[type],
  data: dataOf[type],
}));
