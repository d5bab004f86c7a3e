import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { webhookErrors } from "./errors.ts";
import { endpointExample, healthExample } from "./examples.ts";
import { EndpointHealthView } from "./health.ts";
import { manageEndpointRoutes } from "./manage-routes.ts";
import {
  CreatedEndpointSchema,
  DeliveryDetailSchema,
  DeliveryParams,
  DeliveryQuery,
  DeliverySchema,
  EndpointListQuery,
  EndpointParams,
  EndpointSchema,
  EventParams,
  EventQuery,
  EventSchema,
  MerchantParams,
  NewEndpointBody,
} from "./schemas.ts";
import type { Webhooks } from "./service.ts";
import { viewEndpoint } from "./view.ts";

const tag = "Webhooks";
const base = "/merchant/merchants/:merchantId/webhook-endpoints";

export function webhookRoutes(webhooks: Webhooks): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: base,
      operationId: "createWebhookEndpoint",
      tag,
      summary: "Create a webhook endpoint",
      description:
        "A signed `endpoint.ping` is posted to `url` at once. When it is answered with 2xx the address is verified (`verifiedAt`), and events of the subscribed kinds that happened since now are posted too; until then they are held, for 31 days at most. " +
        "The `secret` that signs is in this answer and is not shown again. " +
        "At most 20 endpoints. The address must be https on port 443 or 8443 and lead to the public internet; in sandbox, http to localhost is accepted too.",
      successStatus: 201,
      errors: [webhookErrors.WEBHOOK_ENDPOINT_LIMIT_REACHED, webhookErrors.WEBHOOK_BUDGET_SPENT],
      idempotency: "optional",
      answersSecret: ["secret"],
      permission: "merchant.webhooks.manage",
      schemas: { params: MerchantParams, body: NewEndpointBody, response: CreatedEndpointSchema },
      examples: {
        body: {
          url: "https://shop.example/webhooks/cauris",
          events: ["payment.succeeded", "payment.failed"],
        },
        data: {
          ...endpointExample,
          verifiedAt: null,
          secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
        },
      },
      handle: async ({ caller, body, idempotency, facts }) => ({
        data: await webhooks.createEndpoint(caller, body, idempotency, facts.nowMs, facts),
      }),
    }),
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listWebhookEndpoints",
      tag,
      summary: "List webhook endpoints",
      description:
        "All endpoints of the merchant in the key's mode, the newest first. Secrets are not shown.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "merchant.webhooks.read",
      schemas: { params: MerchantParams, query: EndpointListQuery, response: Type.Array(EndpointSchema) },
      handle: ({ caller, query }) => webhooks.listEndpoints(caller, query),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getWebhookEndpoint",
      tag,
      summary: "Get a webhook endpoint",
      description:
        "One endpoint. `verifiedAt` is when its address answered a ping; while it is null, only pings are sent. `failingSince` is the first failure since the last success. The secret is not shown.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.webhooks.read",
      schemas: { params: EndpointParams, response: EndpointSchema },
      handle: async ({ caller, params }) => ({
        data: viewEndpoint(await webhooks.loadEndpoint(caller, params.id)),
      }),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:id/health`,
      operationId: "getWebhookEndpointHealth",
      tag,
      summary: "Get the health of an endpoint",
      description:
        "Deliveries of the last 24 hours by outcome, the status codes of refusals, and response times.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.webhooks.read",
      schemas: { params: EndpointParams, response: EndpointHealthView },
      examples: { data: healthExample },
      handle: async ({ caller, params, facts }) => ({
        data: await webhooks.endpointHealth(caller, params.id, facts.nowMs),
      }),
    }),
    ...manageEndpointRoutes(webhooks),
    keyRoute({
      method: "GET",
      path: `${base}/:id/deliveries`,
      operationId: "listWebhookDeliveries",
      tag,
      summary: "List deliveries of an endpoint",
      description:
        "One delivery per event, with its attempts and the first kilobyte of each response. `heldUntilVerified`: it waits for the address to be verified. Read by cursor; `meta.total` is null.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      list: true,
      permission: "merchant.webhooks.read",
      schemas: { params: EndpointParams, query: DeliveryQuery, response: Type.Array(DeliverySchema) },
      handle: ({ caller, params, query }) => webhooks.listEndpointDeliveries(caller, params.id, query),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:id/deliveries/:deliveryId`,
      operationId: "getWebhookDelivery",
      tag,
      summary: "Get a delivery",
      description:
        "The request that is made, and each attempt: where it went, when it began, how long it took, the status and the first kilobyte of the answer. `request.body` is null for keys without `merchant.events.read`. Each attempt has its own timestamp and signatures (`attempts[].headers`).",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.webhooks.read",
      schemas: { params: DeliveryParams, response: DeliveryDetailSchema },
      handle: async ({ caller, params }) => ({
        data: await webhooks.getDelivery(caller, params.id, params.deliveryId),
      }),
    }),
    keyRoute({
      method: "POST",
      path: `${base}/:id/deliveries/:deliveryId/resend`,
      operationId: "resendWebhookDelivery",
      tag,
      summary: "Resend a delivery",
      description:
        "Sends the delivery again now, whatever its state, with all its retries. The receiver sees the same `webhook-id`. A delivery to an unverified address is held until it is verified.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        webhookErrors.WEBHOOK_ENDPOINT_DISABLED,
        webhookErrors.WEBHOOK_BUDGET_SPENT,
      ],
      idempotency: "optional",
      permission: "merchant.webhooks.manage",
      schemas: { params: DeliveryParams, response: DeliverySchema },
      handle: async ({ caller, params, idempotency, facts }) => ({
        data: await webhooks.resend(caller, params.id, params.deliveryId, idempotency, facts.nowMs),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId/events",
      operationId: "listEvents",
      tag,
      summary: "List events",
      description:
        "Every event of the merchant in the key's mode, with the body that webhooks carry, whether or not an endpoint subscribes: polling can replace webhooks. Read by cursor; `meta.total` is null.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "merchant.events.read",
      schemas: { params: MerchantParams, query: EventQuery, response: Type.Array(EventSchema) },
      handle: ({ caller, query }) => webhooks.listMerchantEvents(caller, query),
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId/events/:id",
      operationId: "getEvent",
      tag,
      summary: "Get an event",
      description: "One event with the body that webhooks carry.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.events.read",
      schemas: { params: EventParams, response: EventSchema },
      handle: async ({ caller, params }) => ({ data: await webhooks.getEvent(caller, params.id) }),
    }),
  ];
}
