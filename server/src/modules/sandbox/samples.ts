import { keyExample } from "../access/index.ts";
import { sessionExample } from "../checkout/index.ts";
import { linkExample } from "../links/index.ts";
import { chargeExample, failureMessage } from "../payments/index.ts";
import { refundExample } from "../payments/refunds/index.ts";
import { beneficiaryExample, payoutExample } from "../payouts/index.ts";
import { type EventType, endpointExample } from "../webhooks/index.ts";

type Sample = Readonly<Record<string, unknown>>;

const at = chargeExample.updatedAt;
const keySample = {
  ...keyExample,
  name: "First key",
  expiresAt: null,
  permissions: ["merchant.apikeys.manage", "merchant.profile.manage"],
  owner: true,
};
const pendingCharge = {
  ...chargeExample,
  fee: null,
  net: null,
  status: "PROCESSING",
  provider: { name: "simulator", transactionId: null },
  succeededAt: null,
  version: 2,
};
const failedCharge = {
  ...pendingCharge,
  status: "FAILED",
  failureCode: "INSUFFICIENT_FUNDS",
  failureMessage: failureMessage("INSUFFICIENT_FUNDS", "fr"),
  reason: "BALANCE_TOO_LOW",
  failedAt: at,
  version: 3,
};
const refundId = refundExample.id;
const paidSession = {
  ...sessionExample,
  status: "SUCCEEDED",
  paymentIntentId: chargeExample.paymentIntentId,
  chargeId: chargeExample.id,
  shortReference: chargeExample.shortReference,
  attemptCount: 1,
  completedAt: sessionExample.updatedAt,
  version: 3,
};
const failedSession = {
  ...sessionExample,
  status: "FAILED",
  paymentIntentId: chargeExample.paymentIntentId,
  chargeId: chargeExample.id,
  shortReference: chargeExample.shortReference,
  attemptCount: 5,
  failureCode: failedCharge.failureCode,
  failureMessage: failedCharge.failureMessage,
  version: 11,
};
const ended = { version: 2 } as const;
const sent = {
  ...payoutExample,
  provider: { name: "simulator", transactionId: null },
  sentAt: payoutExample.updatedAt,
};
const paid = {
  ...sent,
  status: "PAID",
  provider: { name: "simulator", transactionId: "SO261121.1000.8XQ4M2T0" },
  paidAt: payoutExample.updatedAt,
  version: 3,
};
const merchantSample = {
  object: "merchant",
  id: chargeExample.merchantId,
  mode: "SANDBOX",
  status: "ACTIVE",
  messageToMerchant: null,
  kybStatus: "APPROVED",
  displayName: "Boutique Akwaba",
  countryCode: "CI",
  version: 2,
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
};

/** Sample data of each event. Ids, times and merchant are those of the documentation until they are replaced. */
export const samples: Readonly<Record<EventType, Sample>> = {
  "payment.processing": pendingCharge,
  "payment.succeeded": chargeExample,
  "payment.failed": failedCharge,
  "payment.late_refunded": { ...chargeExample, late: true, refundId },
  "payment.duplicate_refunded": { ...chargeExample, duplicate: true, refundId },
  "checkout.session.completed": paidSession,
  "checkout.session.failed": failedSession,
  "checkout.session.expired": { ...sessionExample, ...ended, status: "EXPIRED" },
  "checkout.session.cancelled": { ...sessionExample, ...ended, status: "CANCELLED" },
  "payment_link.created": linkExample,
  "payment_link.updated": { ...linkExample, ...ended, linkStatus: "PAUSED" },
  "payment_link.exhausted": {
    ...linkExample,
    linkStatus: "EXHAUSTED",
    usesCount: linkExample.maxUses,
    version: 201,
  },
  "payment_link.expired": {
    ...linkExample,
    ...ended,
    linkStatus: "EXPIRED",
    expiresAt: linkExample.updatedAt,
  },
  "payment_link.abused": linkExample,
  "payment_link.cancelled": { ...linkExample, ...ended, linkStatus: "CANCELLED" },
  "refund.created": refundExample,
  "refund.account_needed": { ...refundExample, status: "PROCESSING", accountNeeded: true, version: 2 },
  "refund.succeeded": {
    ...refundExample,
    status: "SUCCEEDED",
    providerTransactionId: "SR261121.1102.4KQ7M9T2",
    succeededAt: refundExample.updatedAt,
    version: 3,
  },
  "refund.failed": {
    ...refundExample,
    status: "FAILED",
    failureCode: "INVALID_RECIPIENT",
    failureMessage: failureMessage("INVALID_RECIPIENT", "fr"),
    failedAt: refundExample.updatedAt,
    version: 3,
  },
  "payout.created": payoutExample,
  "payout.queued": { ...payoutExample, ...ended, status: "QUEUED", queuedAt: payoutExample.updatedAt },
  "payout.paid": paid,
  "payout.failed": {
    ...sent,
    status: "FAILED",
    failureCode: "INVALID_RECIPIENT",
    failedAt: payoutExample.updatedAt,
    version: 3,
  },
  "payout.reversed": { ...paid, status: "REVERSED", reversedAt: payoutExample.updatedAt, version: 4 },
  "payout.cancelled": {
    ...payoutExample,
    ...ended,
    status: "CANCELLED",
    cancelledAt: payoutExample.updatedAt,
  },
  "beneficiary.verified": beneficiaryExample,
  "beneficiary.rejected": {
    ...beneficiaryExample,
    ...ended,
    status: "REJECTED",
    rejectionReason: "RIB_KEY_MISMATCH",
    payoutsAllowedFrom: null,
  },
  "merchant.status_changed": { ...merchantSample, status: "SUSPENDED" },
  "merchant.kyb.submitted": { ...merchantSample, kybStatus: "SUBMITTED" },
  "merchant.kyb.approved": merchantSample,
  "merchant.kyb.rejected": { ...merchantSample, kybStatus: "REJECTED" },
  "api_key.created_by_operator": keySample,
  "api_key.revoked_by_operator": {
    ...keySample,
    status: "REVOKED",
    revokedAt: keySample.updatedAt,
    version: 2,
  },
  "webhook_endpoint.disabled": {
    ...endpointExample,
    status: "DISABLED",
    disabledReason: "FAILING",
    version: 2,
  },
  "endpoint.ping": endpointExample,
};
