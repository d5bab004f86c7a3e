import type { Static } from "typebox";
import type { MerchantNo } from "../../kit/ids.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { revealSessionIds } from "../../kit/session-id.ts";
import { withoutQuery } from "./addresses.ts";
import { PING } from "./events.ts";
import type { Attempt, Delivery, StoredEvent } from "./history-store.ts";
import type { EventSchema } from "./schemas.ts";
import { plainHeaders } from "./send.ts";
import type { SignatureHeaders } from "./signing.ts";
import type { Endpoint } from "./store.ts";

const isoText = (ms: number): string => new Date(ms).toISOString();
const isoTextOrNull = (ms: number | null): string | null => (ms === null ? null : isoText(ms));

/** An endpoint as merchants see it, without the secret: only the answer to the creation adds it. */
export function viewEndpoint(endpoint: Endpoint) {
  return {
    object: "webhook_endpoint" as const,
    id: publicId("webhookEndpoint", endpoint.id),
    merchantId: endpoint.merchantId,
    mode: endpoint.mode,
    url: endpoint.url,
    events: [...endpoint.events],
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    description: endpoint.description,
    ordered: endpoint.ordered,
    verifiedAt: isoTextOrNull(endpoint.verifiedAtMs),
    failingSince: isoTextOrNull(endpoint.failingSinceMs),
    previousSecretExpiresAt: isoTextOrNull(endpoint.previousSecretExpiresAtMs),
    version: endpoint.version,
    createdAt: isoText(endpoint.createdAtMs),
    updatedAt: isoText(endpoint.updatedAtMs),
  };
}
export type EndpointView = ReturnType<typeof viewEndpoint>;

/**
 * An endpoint as shown in events. Events are stored forever and in clear text, so the query of the address is left out.
 */
export function tellEndpoint(endpoint: Endpoint): EndpointView {
  return { ...viewEndpoint(endpoint), url: withoutQuery(endpoint.url) };
}

/** An endpoint as operators of the platform read it: a token of the merchant in the query is none of their business. */
export function shownToOperators<View extends { readonly url: string }>(view: View): View {
  return { ...view, url: withoutQuery(view.url) };
}

/** The endpoint of a delivery, as it is now. */
type Receiver = Pick<Endpoint, "mode" | "verifiedAtMs">;

/** A delivery with its attempts, oldest first. One that is held has no next attempt. */
export function viewDelivery(
  delivery: Delivery,
  attempts: readonly Attempt[],
  { mode, verifiedAtMs }: Receiver,
) {
  const isHeld = delivery.status === "PENDING" && verifiedAtMs === null && delivery.eventType !== PING;
  return {
    object: "webhook_delivery" as const,
    id: publicId("delivery", delivery.id),
    mode,
    endpointId: publicId("webhookEndpoint", delivery.endpointId),
    eventId: publicId("event", delivery.eventId),
    eventType: delivery.eventType,
    sequence: delivery.sequence,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    heldUntilVerified: isHeld,
    nextAttemptAt: isHeld ? null : isoTextOrNull(delivery.nextAttemptAtMs),
    lastStatusCode: delivery.lastStatusCode,
    lastError: delivery.lastError,
    attempts: attempts.map(viewAttempt),
    version: delivery.version,
    createdAt: isoText(delivery.createdAtMs),
    updatedAt: isoText(delivery.updatedAtMs),
  };
}
export type DeliveryView = ReturnType<typeof viewDelivery>;

/**
 * A delivery with its request: every attempt sends it with its own timestamp and signatures. `signed` gives those of an attempt
 * that began at this moment.
 */
export function viewDeliveryDetail(
  delivery: Delivery,
  attempts: readonly Attempt[],
  endpoint: Receiver & Pick<Endpoint, "url">,
  body: string | null,
  signed: (startedMs: number) => SignatureHeaders | null,
) {
  const headers = { ...plainHeaders, "webhook-id": publicId("event", delivery.eventId) };
  return {
    ...viewDelivery(delivery, attempts, endpoint),
    attempts: attempts.map((attempt) => ({ ...viewAttempt(attempt), headers: signed(startOf(attempt)) })),
    request: { method: "POST" as const, url: endpoint.url, headers, body },
  };
}
export type DeliveryDetailView = ReturnType<typeof viewDeliveryDetail>;

const startOf = ({ createdAtMs, durationMs }: Attempt): number => createdAtMs - durationMs;

function viewAttempt(attempt: Attempt) {
  return {
    attemptNumber: attempt.attemptNumber,
    url: attempt.url,
    statusCode: attempt.statusCode,
    error: attempt.error,
    responseExcerpt: attempt.responseExcerpt,
    startedAt: isoText(startOf(attempt)),
    durationMs: attempt.durationMs,
    createdAt: isoText(attempt.createdAtMs),
  };
}

/** The body of an event, as `eventPayload` wrote it. */
export type EventView = Static<typeof EventSchema>;

/** The same body that webhooks carry, with complete session ids. */
export function viewEvent(keyring: Keyring, merchantNo: MerchantNo, { payload }: StoredEvent): EventView {
  // The text is our own: written by `eventPayload` into an append-only table.
  return JSON.parse(revealSessionIds(keyring, merchantNo, payload)) as EventView;
}
