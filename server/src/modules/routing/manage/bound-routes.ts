import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { AmountText, CurrencyText, Nullable, OneOf } from "../../../http/schemas.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import { routingErrors } from "../errors.ts";
import type { AmountBounds } from "./bounds.ts";
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
const base = "/tenant/amount-bounds";

const BoundSchema = Type.Object({
  object: OneOf(["amount_bound"]),
  id: Type.String(),
  mode: OneOf(modes),
  method: OneOf(paymentMethods),
  operator: NullableText,
  country: NullableText,
  currency: Type.String(),
  min: Type.String(),
  max: Type.String(),
  step: Type.String(),
  ...rowFields,
});
const DeletedSchema = Type.Object(
  {
    object: OneOf(["amount_bound"]),
    id: Type.String(),
    mode: OneOf(modes),
    deleted: Type.Boolean(),
  },
  { title: "DeletedAmountBound" },
);
const body = {
  mode: "LIVE",
  method: "MOBILE_MONEY",
  operator: "ORANGE",
  country: "CI",
  currency: "XOF",
  min: "100",
  max: "1500000",
  step: "5",
} as const;
const example = {
  object: "amount_bound",
  id: "bound_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...body,
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;

export function boundRoutes(bounds: AmountBounds): readonly Route[] {
  return [
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listAmountBounds",
      tag,
      summary: "List amount bounds",
      description:
        "The newest first. Of several that fit a payment the most specific holds: operator and country, operator, country, general.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({ ...pageQuery, ...modeQuery, method: Type.Optional(Method) }),
        response: Type.Array(BoundSchema),
      },
      handle: ({ operator, query }) => bounds.list(operator.tenantId, query),
    }),
    operatorRoute({
      method: "PUT",
      path: base,
      operationId: "setAmountBound",
      tag,
      summary: "Set an amount bound",
      description:
        "Smallest and largest amount of a method, and what it has to be a multiple of; `step` is 1 when absent. There is one bound for each method, operator, country and currency: it is made or replaced. A payer outside it is not offered the method. Holds at once on every instance. At most 1000 in each mode.",
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.VERSION_CONFLICT, routingErrors.ROUTING_LIMIT_REACHED],
      schemas: {
        body: Type.Object({
          mode: Mode,
          method: Method,
          operator: Type.Optional(Nullable(OperatorField)),
          country: Type.Optional(Nullable(CountryField)),
          currency: CurrencyText,
          min: AmountText,
          max: AmountText,
          step: Type.Optional(AmountText),
          version: ReadVersion,
        }),
        response: BoundSchema,
      },
      examples: { body, data: example },
      handle: async ({ operator, facts, body: input, idempotency }) => ({
        data: await bounds.put({ operator, facts }, input, idempotency),
      }),
    }),
    operatorRoute({
      method: "DELETE",
      path: `${base}/:id`,
      operationId: "deleteAmountBound",
      tag,
      summary: "Delete an amount bound",
      description:
        "The next less specific bound holds instead, or none: then any amount that the provider takes.",
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: DeletedSchema },
      examples: { data: { object: "amount_bound", id: example.id, mode: "LIVE", deleted: true } },
      handle: async ({ operator, facts, params }) => ({
        data: await bounds.remove({ operator, facts }, params.id),
      }),
    }),
  ];
}
