import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorActor, operatorRoute, type Route } from "../../http/route.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import type { RequestLimits } from "./request-limit.ts";
import { REQUESTS_PER_SECOND_MAX } from "./schemas.ts";

const merchantId = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";

const RequestLimitBody = Type.Object({
  mode: OneOf(modes),
  requestsPerSecond: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: REQUESTS_PER_SECOND_MAX,
      description: "Twice as many in a burst. `null`: what the service gives every key.",
    }),
  ),
});

const RequestLimitView = Type.Object({
  object: OneOf(["request_limit"]),
  merchantId: Type.String(),
  mode: OneOf(modes),
  requestsPerSecond: Type.Integer(),
  isDefault: Type.Boolean({ description: "It is what the service gives every key." }),
  version: Type.Integer(),
  updatedAt: Instant,
});

export function requestLimitRoutes(limits: RequestLimits): readonly Route[] {
  return [
    operatorRoute({
      method: "PUT",
      path: "/tenant/merchants/:merchantId/request-limit",
      operationId: "setRequestLimit",
      tag: "Merchants",
      summary: "Set the request limit of a merchant",
      description:
        "Requests a second of each API key of the merchant in one mode, at once on every instance. A key that its merchant has given less keeps that.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "tenant.merchants.manage",
      schemas: {
        params: Type.Object({ merchantId: Type.String({ maxLength: 100 }) }),
        body: RequestLimitBody,
        response: RequestLimitView,
      },
      examples: {
        body: { mode: "LIVE", requestsPerSecond: 250 },
        data: {
          object: "request_limit",
          merchantId,
          mode: "LIVE",
          requestsPerSecond: 250,
          isDefault: false,
          version: 2,
          updatedAt: "2026-01-15T08:00:00.000Z",
        },
      },
      handle: async ({ operator, params, body, facts }) => ({
        data: await limits.set(operator, params.merchantId, body.mode, body.requestsPerSecond, {
          actor: operatorActor(operator, facts),
          nowMs: facts.nowMs,
        }),
      }),
    }),
  ];
}
