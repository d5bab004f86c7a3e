import type { EventType } from "../../ui/api/views.ts";

/** Every event there is: one that is missing here, or was taken away, does not compile. */
const kinds: Readonly<Record<EventType, true>> = {
  "payment.processing": true,
  "payment.succeeded": true,
  "payment.failed": true,
  "payment.late_refunded": true,
  "payment.duplicate_refunded": true,
  "checkout.session.completed": true,
  "checkout.session.failed": true,
  "checkout.session.expired": true,
  "checkout.session.cancelled": true,
  "payment_link.created": true,
  "payment_link.updated": true,
  "payment_link.exhausted": true,
  "payment_link.expired": true,
  "payment_link.abused": true,
  "payment_link.cancelled": true,
  "refund.created": true,
  "refund.account_needed": true,
  "refund.succeeded": true,
  "refund.failed": true,
  "payout.created": true,
  "payout.queued": true,
  "payout.paid": true,
  "payout.failed": true,
  "payout.reversed": true,
  "payout.cancelled": true,
  "beneficiary.verified": true,
  "beneficiary.rejected": true,
  "merchant.status_changed": true,
  "merchant.kyb.submitted": true,
  "merchant.kyb.approved": true,
  "merchant.kyb.rejected": true,
  "api_key.created_by_operator": true,
  "api_key.revoked_by_operator": true,
  "webhook_endpoint.disabled": true,
  "endpoint.ping": true,
};

/** The names of all events, in the order of the documentation. */
export const eventTypes = Object.keys(kinds) as readonly EventType[];
