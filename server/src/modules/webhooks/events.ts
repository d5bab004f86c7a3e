import { isoTime } from "../../kit/clock.ts";
import { type Id, type MerchantId, publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { concealSessionIds } from "../../kit/session-id.ts";

/** Every event, with its meaning for a merchant. A test compares `docs/reference/events.md` with this table. */
export const eventMeanings = {
  "payment.processing": "A payment attempt was handed to the provider and its outcome is not known yet.",
  "payment.succeeded": "The payer has paid: the money is booked. Fulfil the order on this event.",
  "payment.failed": "A payment attempt failed: see `failureCode`. The payer may still try again.",
  "payment.late_refunded": "Money that came after the session had ended was sent back to the payer.",
  "payment.duplicate_refunded": "A second payment of the same session was sent back to the payer.",
  "checkout.session.completed": "The session is finished: it was paid.",
  "checkout.session.failed": "The session is finished: its last attempt failed.",
  "checkout.session.expired": "The session is finished: nobody paid in time.",
  "checkout.session.cancelled": "The session is finished: you cancelled it.",
  "payment_link.created": "A payment link was created.",
  "payment_link.updated": "A payment link was changed, paused or resumed.",
  "payment_link.exhausted": "A payment link reached its last use and takes no more payments.",
  "payment_link.expired": "A payment link reached the end of its time.",
  "payment_link.abused":
    "A payment link asked very many phones that did not approve: it waits before it asks more.",
  "payment_link.cancelled": "A payment link was cancelled for good.",
  "refund.created": "A refund was accepted: its amount is reserved in the wallet.",
  "refund.account_needed":
    "A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`.",
  "refund.succeeded": "The payer has the money back.",
  "refund.failed": "A refund failed: its amount is available in the wallet again.",
  "payout.created": "A payout was accepted: its amount is reserved in the wallet.",
  "payout.queued": "A payout waits for its operator to be reachable again.",
  "payout.paid": "The beneficiary has the money.",
  "payout.failed": "A payout failed: its amount is available in the wallet again.",
  "payout.reversed": "A paid payout came back: its amount is available in the wallet again.",
  "payout.cancelled": "A payout was cancelled before it was sent.",
  "beneficiary.verified": "A beneficiary passed its checks and can be paid.",
  "beneficiary.rejected": "A beneficiary did not pass its checks.",
  "merchant.status_changed": "The merchant was activated, suspended or closed.",
  "merchant.kyb.submitted": "The onboarding dossier was handed in for review.",
  "merchant.kyb.approved": "The onboarding dossier was approved.",
  "merchant.kyb.rejected": "The onboarding dossier was rejected.",
  "api_key.created_by_operator":
    "An operator of the platform made an API key for you: see `name` and `permissions`.",
  "api_key.revoked_by_operator": "An operator of the platform revoked one of your API keys.",
  "webhook_endpoint.disabled": "An endpoint gets no more events: it answered 410, or failed for five days.",
  "endpoint.ping":
    "A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address.",
} as const;

export type EventType = keyof typeof eventMeanings;
/** The only event that is sent to an address that is not verified. */
export const PING = "endpoint.ping" satisfies EventType;
export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

/** Everything a receiver gets about an event. `sequence` counts from 1 for each payment intent (or other subject). */
export interface EventFacts {
  readonly id: Id<"event">;
  readonly type: EventType;
  readonly timestampMs: number;
  readonly mode: Mode;
  readonly merchantId: MerchantId;
  readonly sequence: number;
  /** The object at that moment, in its view's form: JSON values only. */
  readonly data: unknown;
}

/**
 * The body of the event as text, ready for the column `events.payload`: it is what is signed and sent, except that
 * session ids are stored without their secret part, which is added just before sending.
 */
export function eventPayload(facts: EventFacts): string {
  const body = {
    id: publicId("event", facts.id),
    object: "event",
    type: facts.type,
    timestamp: isoTime(facts.timestampMs),
    apiVersion: "v1",
    mode: facts.mode,
    merchantId: facts.merchantId,
    sequence: facts.sequence,
    data: facts.data,
  };
  return concealSessionIds(JSON.stringify(body));
}
