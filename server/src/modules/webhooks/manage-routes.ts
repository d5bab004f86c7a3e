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
      summary: "Update a webhook endpoint",
      description:
        "Absent fields stay. `status: ACTIVE` enables the endpoint again: it gets events from then on; replay what it missed. `DISABLED` stops it and cancels its pending deliveries. A new `url` is checked like that of a new endpoint and must answer a ping first: pending deliveries wait for that. The same holds for an unverified endpoint that is enabled again.",
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
        "Permanently deletes the endpoint: nothing more is sent to it, and its deliveries are no longer shown. Events stay in the list of events. To pause, disable it instead.",
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
      summary: "Send a ping",
      description:
        "Sends `endpoint.ping` to this endpoint alone, whatever it subscribes to, signed and retried like any event. Returns the delivery, which is not sent yet: get it again to see the result. A 2xx answer verifies the address and releases the events held for it.",
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
      summary: "Replay events",
      description:
        "Sends past events again, after an outage or to an endpoint that is newer than them. Oldest first, at most 5 000 events a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets all its retries again; pending deliveries are left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` only counts, also for an endpoint that gets nothing yet.",
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
