import type { EventType } from "@cauris/sdk";
import { wrongUsage } from "./failure.ts";

/** The compiler finds one that is missing here, or gone from the API. */
const all: Readonly<Record<EventType, true>> = {
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

/** The names of all events, in the order of the reference. */
export const eventTypes = Object.keys(all) as readonly EventType[];

/** Names of events separated by commas, as the list's filter takes them. Throws a usage failure. Pure. */
export function readTypes(text: string | undefined): string | undefined {
  const names = text?.split(",").map((name) => name.trim());
  const unknown = names?.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw wrongUsage(`There is no event ${JSON.stringify(unknown)}. cauris trigger --help lists them.`);
  return names?.join(",");
}
