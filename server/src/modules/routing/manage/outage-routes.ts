import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { Instant, InstantText, Nullable, OneOf } from "../../../http/schemas.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import { routingErrors } from "../errors.ts";
import { type Outages, outageStates } from "./outages.ts";
import {
  CountryField,
  IdParams,
  Method,
  Mode,
  modeQuery,
  NullableText,
  OperatorField,
  ReadVersion,
  rowFields,
} from "./schemas.ts";

const tag = "Operators: routing";
const base = "/tenant/outages";
const statuses = ["DEGRADED", "CLOSED"] as const;
const REASON_LENGTH_MAX = 500;

export const OutageSchema = Type.Object({
  object: OneOf(["outage"]),
  id: Type.String(),
  mode: OneOf(modes),
  method: OneOf(paymentMethods),
  operator: NullableText,
  country: NullableText,
  status: OneOf(statuses),
  reason: Type.String(),
  state: OneOf(outageStates),
  startsAt: Instant,
  endsAt: Nullable(Instant),
  ...rowFields,
});
const body = {
  mode: "LIVE",
  method: "MOBILE_MONEY",
  operator: "ORANGE",
  country: "CI",
  status: "CLOSED",
  reason: "Orange CI answers nothing since 02:50, ticket 4711",
} as const;
const example = {
  object: "outage",
  id: "outage_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...body,
  state: "OPEN",
  startsAt: "2026-01-15T03:05:00.000Z",
  endsAt: null,
  version: 1,
  createdAt: "2026-01-15T03:05:00.000Z",
  updatedAt: "2026-01-15T03:05:00.000Z",
} as const;

export function outageRoutes(outages: Outages): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "openOutage",
      tag,
      summary: "Open an outage",
      description:
        "A method, or one operator or country of it, is DEGRADED (shown to payers, still payable) or CLOSED (shown, not payable; payouts wait). From `startsAt`, now when absent, until it is closed or `endsAt` passes. Holds on every instance within two seconds. At most 500 that have not ended.",
      permission: "tenant.routing.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [routingErrors.ROUTING_LIMIT_REACHED],
      schemas: {
        body: Type.Object({
          mode: Mode,
          method: Method,
          operator: Type.Optional(Nullable(OperatorField)),
          country: Type.Optional(Nullable(CountryField)),
          status: OneOf(statuses),
          reason: Type.String({
            minLength: 1,
            maxLength: REASON_LENGTH_MAX,
            pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
            description: "For your colleagues, and for merchants who ask why a method is missing.",
            "x-rule": `must be 1 to ${REASON_LENGTH_MAX} characters of text on one line`,
          }),
          startsAt: Type.Optional(InstantText),
          endsAt: Type.Optional(Nullable(InstantText)),
        }),
        response: OutageSchema,
      },
      examples: { body, data: example },
      handle: async ({ operator, facts, body: input, idempotency }) => ({
        data: await outages.open({ operator, facts }, input, idempotency),
      }),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listOutages",
      tag,
      summary: "List outages",
      description: "The newest first. `state=OPEN`: what payers feel now.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({
          ...pageQuery,
          ...modeQuery,
          method: Type.Optional(Method),
          state: Type.Optional(OneOf(outageStates)),
        }),
        response: Type.Array(OutageSchema),
      },
      handle: ({ operator, query, facts }) => outages.list(operator.tenantId, query, facts.nowMs),
    }),
    operatorRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getOutage",
      tag,
      summary: "Get an outage",
      description: "What is closed or degraded, why, and since when.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: OutageSchema },
      examples: { data: example },
      handle: async ({ operator, params, facts }) => ({
        data: await outages.get(operator.tenantId, params.id, facts.nowMs),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${base}/:id/close`,
      operationId: "closeOutage",
      tag,
      summary: "End an outage",
      description:
        "Now, on every instance within two seconds; one that was only announced never begins. One that has ended stays as it is.",
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT],
      schemas: { params: IdParams, body: Type.Object({ version: ReadVersion }), response: OutageSchema },
      examples: {
        body: {},
        data: { ...example, state: "ENDED", endsAt: "2026-01-15T04:40:00.000Z", version: 2 },
      },
      handle: async ({ operator, facts, params, body: input, idempotency }) => ({
        data: await outages.close({ operator, facts }, params.id, input, idempotency),
      }),
    }),
  ];
}
