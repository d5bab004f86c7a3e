import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { webhookErrors } from "./errors.ts";
import { endpointExample, replayExample } from "./examples.ts";
import { OVERLAP_HOURS_DEFAULT } from "./manage.ts";
import {
  ChangeEndpointBody,
  CreatedEndpointSchema,
  DeletedEndpointSchema,
  DeliverySchema,
  EndpointParams,
  EndpointSchema,
  ReplayBody,
  ReplaySchema,
  RotateSecretBody,
} from "./schemas.ts";
import type { Webhooks } from "./service.ts";

const tag = "Webhooks";
const path = "/merchant/merchants/:merchantId/webhook-endpoints/:id";

/** Operations on an existing endpoint. */
export function manageEndpointRoutes(webhooks: Webhooks): readonly Route[] {
  return [
    keyRoute({
      method: "PATCH",
      path,
      operationId: "updateWebhookEndpoint",
      tag,
      summary: "Change a webhook endpoint",
      description:
        "Absent fields stay. `status: ACTIVE` takes a disabled endpoint back: it gets events from then on, and what it missed by a replay. `DISABLED` stops it, and what is pending for it is cancelled. A new `url` is checked like that of a new endpoint, and asked by a ping before anything else goes there: what is pending waits for its answer. So does an endpoint that comes back without having been verified. These pings count in the budget. `events` and `ordered` count for events from now on.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, webhookErrors.WEBHOOK_BUDGET_SPENT],
      idempotency: "none",
      permission: "merchant.webhooks.manage",
      schemas: { params: EndpointParams, body: ChangeEndpointBody, response: EndpointSchema },
      examples: {
        body: { events: ["payment.succeeded", "refund.succeeded"], ordered: true },
        data: {
          ...endpointExample,
          events: ["payment.succeeded", "refund.succeeded"],
          ordered: true,
          version: 2,
        },
      },
      handle: async ({ caller, params, body, facts }) => ({
        data: await webhooks.update(caller, params.id, body, facts),
      }),
    }),
    keyRoute({
      method: "DELETE",
      path,
      operationId: "deleteWebhookEndpoint",
      tag,
      summary: "Delete a webhook endpoint",
      description:
        "For good: nothing more is sent to it, and it makes room for another. Its deliveries are not shown any more; events stay in the list of events. To stop for a while, disable it instead.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.webhooks.manage",
      schemas: { params: EndpointParams, response: DeletedEndpointSchema },
      examples: {
        data: { object: "webhook_endpoint", id: endpointExample.id, mode: "SANDBOX", deleted: true },
      },
      handle: async ({ caller, params, facts }) => ({
        data: await webhooks.remove(caller, params.id, facts),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${path}/rotate-secret`,
      operationId: "rotateWebhookSecret",
      stepUp: "always",
      tag,
      summary: "Rotate the signing secret",
      description:
        "A new `secret`, shown in this answer only. For `overlapHours` (24 when absent, at most 168) each request carries two signatures, of the new secret and of the one before: deploy the new one within that time. With 0 the one before ends at once. A rotation during an overlap ends the oldest secret.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "optional",
      answersSecret: ["secret"],
      permission: "merchant.webhooks.manage",
      schemas: { params: EndpointParams, body: RotateSecretBody, response: CreatedEndpointSchema },
      examples: {
        body: { overlapHours: 24 },
        data: {
          ...endpointExample,
          previousSecretExpiresAt: "2026-01-17T08:00:00.000Z",
          version: 2,
          updatedAt: "2026-01-16T08:00:00.000Z",
          secret: "whsec_T0pYQ2VkR2hJa0xtTm9QcVJzVHVWd1h5WmFCY0RlRmc=",
        },
      },
      handle: async ({ caller, params, body, idempotency, facts }) => ({
        data: await webhooks.rotateSecret(
          caller,
          params.id,
          body.overlapHours ?? OVERLAP_HOURS_DEFAULT,
          idempotency,
          facts,
        ),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${path}/ping`,
      operationId: "pingWebhookEndpoint",
      tag,
      summary: "Send a test event",
      description:
        "Sends `endpoint.ping` to this endpoint alone, whatever it subscribed to, signed and retried like any event. The answer is its delivery, not sent yet: read it again to see what came of it. Its 2xx verifies the address, and what was held for that is sent.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        webhookErrors.WEBHOOK_ENDPOINT_DISABLED,
        webhookErrors.WEBHOOK_BUDGET_SPENT,
      ],
      idempotency: "optional",
      permission: "merchant.webhooks.manage",
      schemas: { params: EndpointParams, response: DeliverySchema },
      handle: async ({ caller, params, idempotency, facts }) => ({
        data: await webhooks.ping(caller, params.id, idempotency, facts.nowMs),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${path}/replay`,
      operationId: "replayWebhookEvents",
      tag,
      summary: "Send the events of a time again",
      description:
        "After an outage, or for an endpoint that is newer than the events. The oldest first, at most 5 000 events in a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets a fresh table of retries; what is pending is left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` counts beforehand, also for an endpoint that gets nothing at the moment. Only a verified address gets replays, one call at a time, and 5 000 deliveries in an hour with resends and pings: a call takes what is left of them, so `nextCursor` may come sooner.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        webhookErrors.WEBHOOK_ENDPOINT_DISABLED,
        webhookErrors.WEBHOOK_ENDPOINT_UNPROVED,
        webhookErrors.WEBHOOK_REPLAY_IN_PROGRESS,
        webhookErrors.WEBHOOK_BUDGET_SPENT,
      ],
      idempotency: "optional",
      permission: "merchant.webhooks.manage",
      schemas: { params: EndpointParams, body: ReplayBody, response: ReplaySchema },
      examples: {
        body: { from: "2026-01-15T08:00:00Z", to: "2026-01-15T12:00:00Z", onlyFailed: true },
        data: replayExample,
      },
      handle: async ({ caller, params, body, idempotency, facts }) => ({
        data: await webhooks.replay(caller, params.id, body, idempotency, facts.nowMs),
      }),
    }),
  ];
}
