import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { invalidFilter, type ListNames, parseCreated } from "../../http/list-page.ts";
import type { PageQuery } from "../../http/pagination.ts";
import { hasPermission } from "../../http/permissions.ts";
import type { Caller, IdempotencyClaim, PageMeta } from "../../http/route.ts";
import { pageOf } from "../../http/rows-page.ts";
import { readStretch, type Stretch } from "../../http/stretch-page.ts";
import { type Id, type MerchantNo, parsePublicId, prefixes, publicId } from "../../kit/ids.ts";
import { revealSessionIds } from "../../kit/session-id.ts";
import { openEndpoint } from "./addresses.ts";
import { spendOne } from "./budget-store.ts";
import type { WebhooksDeps } from "./deps.ts";
import { webhookErrors } from "./errors.ts";
import { eventTypes } from "./events.ts";
import { rangesOfPayment, rangesOfPayout } from "./events-of-object.ts";
import { readEndpointHealth } from "./health.ts";
import {
  type EventFilter,
  findDelivery,
  findDeliveryEdge,
  findEvent,
  findEventEdge,
  listAttempts,
  listDeliveries,
  listEvents,
  resendDelivery,
} from "./history-store.ts";
import { createEndpointManagement } from "./manage.ts";
import { createRegistration } from "./register.ts";
import { signatureHeaders } from "./signing.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { deliveryStatuses } from "./states.ts";
import { type Endpoint, findEndpoint, findSecrets, readEndpoints } from "./store.ts";
import {
  type DeliveryDetailView,
  type DeliveryView,
  type EndpointView,
  type EventView,
  viewDelivery,
  viewDeliveryDetail,
  viewEndpoint,
  viewEvent,
} from "./view.ts";

const endpointNames: ListNames = {
  parse: (text) => parsePublicId("webhookEndpoint", text),
  format: (id) => publicId("webhookEndpoint", id as Id<"webhookEndpoint">),
};

export interface ListOf<View> {
  readonly data: View[];
  readonly meta: PageMeta;
}

export interface CursorQuery extends PageQuery {
  readonly status?: string;
  readonly type?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly eventId?: string;
  readonly code?: number;
  readonly paymentIntentId?: string;
  readonly payoutId?: string;
}

/** The merchant whose endpoints and events are read. */
type Reader = Pick<Caller, "merchantNo">;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Merchants' operations on their endpoints, deliveries and events. */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, keyring, egress, notifyNewDeliveries } = deps;
  const keysOf = createSigningKeys(keyring);

  /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's endpoint. */
  const loadEndpoint = async (caller: Caller, text: string): Promise<Endpoint> => {
    const id = parsePublicId("webhookEndpoint", text);
    const endpoint = id === null ? null : await findEndpoint(db, { merchantNo: caller.merchantNo, id });
    if (endpoint === null) throw errors.RESOURCE_NOT_FOUND();
    return openEndpoint(keyring, endpoint);
  };

  const checkUrl = async (caller: Caller, url: string): Promise<void> => {
    const refusal = await egress.checkAddress(url, caller.mode);
    if (refusal === null) return;
    throw errors.VALIDATION_ERROR({
      fields: [{ path: "url", rule: refusal.rule.toLowerCase(), message: `url ${refusal.message}.` }],
    });
  };

  /** At most 20, in one read. */
  const listEndpoints = async (caller: Reader, query: PageQuery): Promise<ListOf<EndpointView>> => {
    const all = await readEndpoints(db, caller.merchantNo);
    const { rows, meta } = pageOf(query.sort === "createdAt" ? all.toReversed() : all, endpointNames, query);
    return { data: rows.map((row) => viewEndpoint(openEndpoint(keyring, row))), meta };
  };

  const listEndpointDeliveries = async (
    caller: Caller,
    endpointId: string,
    query: CursorQuery,
  ): Promise<ListOf<DeliveryView>> => {
    const endpoint = await loadEndpoint(caller, endpointId);
    const { createdFromMs: fromMs, createdToMs: toMs } = parseCreated(query);
    const filter = {
      statuses: parseWords("status", query.status, deliveryStatuses),
      types: parseWords("type", query.type, eventTypes),
      code: query.code ?? null,
      eventId: query.eventId === undefined ? null : parseId("eventId", "event", query.eventId),
      fromMs,
      toMs,
    };
    const read = async (stretch: Stretch<"delivery">) => {
      const deliveries = await listDeliveries(db, endpoint, filter, stretch);
      const attempts = await listAttempts(
        db,
        caller.merchantNo,
        deliveries.map(({ id }) => id),
      );
      return deliveries.map((delivery) =>
        viewDelivery(
          delivery,
          attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
          endpoint,
        ),
      );
    };
    return readStretch("delivery", query, read, (stretch, depth) =>
      findDeliveryEdge(db, endpoint, filter, stretch, depth),
    );
  };

  /**
   * Sends a delivery again, whatever its status, with a new retry schedule and the same `webhook-id`. Refuses with
   * WEBHOOK_ENDPOINT_DISABLED and WEBHOOK_BUDGET_SPENT.
   */
  const resend = async (
    caller: Caller,
    endpointId: string,
    deliveryId: string,
    claim: IdempotencyClaim | null,
    nowMs: number,
  ): Promise<DeliveryView> => {
    const endpoint = await loadEndpoint(caller, endpointId);
    const id = parsePublicId("delivery", deliveryId);
    if (id === null || (await findDelivery(db, endpoint, id)) === null) throw errors.RESOURCE_NOT_FOUND();
    if (endpoint.status === "DISABLED") throw webhookErrors.WEBHOOK_ENDPOINT_DISABLED();
    const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 200 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      await spendOne(tx, endpoint, nowMs);
      const delivery = await resendDelivery(tx, endpoint, id, nowMs);
      if (delivery === null) throw errors.RESOURCE_NOT_FOUND();
      return viewDelivery(delivery, await listAttempts(tx, caller.merchantNo, [id]), endpoint);
    });
    notifyNewDeliveries();
    return view;
  };

  /** The payment or payout that is asked for, with where its events lie; null: any. No event belongs to both. */
  const eventSubject = async (
    merchantNo: MerchantNo,
    { paymentIntentId, payoutId }: CursorQuery,
  ): Promise<EventFilter["subject"]> => {
    const payment =
      paymentIntentId === undefined ? null : parseId("paymentIntentId", "paymentIntent", paymentIntentId);
    const payout = payoutId === undefined ? null : parseId("payoutId", "payout", payoutId);
    if (payment !== null && payout !== null) return { id: payout, ranges: [] };
    if (payment !== null) return { id: payment, ranges: await rangesOfPayment(db, merchantNo, payment) };
    return payout === null ? null : { id: payout, ranges: await rangesOfPayout(db, merchantNo, payout) };
  };

  const listMerchantEvents = async (caller: Reader, query: CursorQuery): Promise<ListOf<EventView>> => {
    const types = parseWords("type", query.type, eventTypes);
    const { createdFromMs: fromMs, createdToMs: toMs } = parseCreated(query);
    const { merchantNo } = caller;
    const subject = await eventSubject(merchantNo, query);
    const filter = { types, fromMs, toMs, subject };
    const read = async (stretch: Stretch<"event">) => {
      const events = await listEvents(db, merchantNo, filter, stretch);
      return events.map((event) => viewEvent(keyring, caller.merchantNo, event));
    };
    return readStretch("event", query, read, (stretch, depth) =>
      findEventEdge(db, merchantNo, filter, stretch, depth),
    );
  };

  /** One delivery with its content. The body is shown to callers who may read events, and is null for others. */
  const getDelivery = async (
    caller: Caller,
    endpointId: string,
    deliveryId: string,
  ): Promise<DeliveryDetailView> => {
    const endpoint = await loadEndpoint(caller, endpointId);
    const id = parsePublicId("delivery", deliveryId);
    const delivery = id === null ? null : await findDelivery(db, endpoint, id);
    if (delivery === null) throw errors.RESOURCE_NOT_FOUND();
    const attempts = await listAttempts(db, caller.merchantNo, [delivery.id]);
    const event = hasPermission(caller.permissions, "merchant.events.read")
      ? await findEvent(db, caller.merchantNo, delivery.eventId)
      : null;
    const body = event === null ? null : revealSessionIds(keyring, caller.merchantNo, event.payload);
    const secrets = body === null ? null : await findSecrets(db, endpoint);
    return viewDeliveryDetail(delivery, attempts, endpoint, body, (startedMs) => {
      if (body === null || secrets === null) return null;
      const keys = keysOf({ ...secrets, merchantNo: caller.merchantNo, endpointId: endpoint.id }, startedMs);
      const message = { id: publicId("event", delivery.eventId), sentAtMs: startedMs, body };
      return signatureHeaders(keys, message);
    });
  };

  const getEvent = async (caller: Reader, eventId: string): Promise<EventView> => {
    const id = parsePublicId("event", eventId);
    const event = id === null ? null : await findEvent(db, caller.merchantNo, id);
    if (event === null) throw errors.RESOURCE_NOT_FOUND();
    return viewEvent(keyring, caller.merchantNo, event);
  };

  const endpointHealth = async (caller: Caller, endpointId: string, nowMs: number) =>
    readEndpointHealth(db, await loadEndpoint(caller, endpointId), nowMs);

  return {
    ...createEndpointManagement(deps, loadEndpoint, checkUrl),
    getDelivery,
    getEvent,
    createEndpoint: createRegistration(deps, checkUrl),
    loadEndpoint,
    listEndpoints,
    endpointHealth,
    listEndpointDeliveries,
    resend,
    listMerchantEvents,
  };
}

/**
 * Words of a comma-separated list, or null when it is absent. Refuses with VALIDATION_ERROR words that are not in
 * `known`.
 */
function parseWords<Word extends string>(
  path: string,
  text: string | undefined,
  known: readonly Word[],
): readonly Word[] | null {
  if (text === undefined) return null;
  const words = new Set(text.split(","));
  const found = known.filter((word) => words.has(word));
  if (found.length === words.size) return found;
  throw errors.VALIDATION_ERROR({
    fields: [{ path, rule: "enum", message: `${path} must be a comma list of: ${known.join(", ")}.` }],
  });
}

function parseId<Kind extends "event" | "paymentIntent" | "payout">(
  path: string,
  kind: Kind,
  text: string,
): Id<Kind> {
  const id = parsePublicId(kind, text);
  if (id === null) throw invalidFilter(path, "id", `must be an id in the form ${prefixes[kind]}_…`);
  return id;
}
