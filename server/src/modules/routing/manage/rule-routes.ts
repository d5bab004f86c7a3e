import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { ownOrderQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { AmountText, CurrencyText, Nullable, OneOf } from "../../../http/schemas.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import {
  ChangeRequestView,
  changeErrors,
  changeRequestExample,
  takesTwoDescription,
} from "../../change-requests/index.ts";
import { routingErrors } from "../errors.ts";
import { type RoutingRules, RULES_MAX } from "./routing-rules.ts";
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
const base = "/tenant/routing/rules";
const PRIORITY_MAX = 1_000_000;

const Priority = Type.Integer({
  minimum: 1,
  maximum: PRIORITY_MAX,
  description: "The lowest is tried first; of equals the older one.",
});
const SubTenantId = Type.String({ maxLength: 100, description: "Whose accounts take the payment." });

/** A rule's conditions on a payment; also for a proposed rule. */
const conditionFields = {
  currency: Type.Optional(Nullable(CurrencyText)),
  country: Type.Optional(Nullable(CountryField)),
  operator: Type.Optional(Nullable(OperatorField)),
  amountMin: Type.Optional(Nullable(AmountText)),
  amountMax: Type.Optional(Nullable(AmountText)),
  enabled: Type.Optional(Type.Boolean()),
};
export const ruleFields = { method: Method, subTenantId: SubTenantId, ...conditionFields };

export const RuleSchema = Type.Object({
  object: OneOf(["routing_rule"]),
  id: Type.String(),
  mode: OneOf(modes),
  priority: Type.Integer(),
  method: OneOf(paymentMethods),
  currency: NullableText,
  country: NullableText,
  operator: NullableText,
  amountMin: NullableText,
  amountMax: NullableText,
  subTenantId: Type.String(),
  enabled: Type.Boolean(),
  accountCount: Type.Integer({
    description:
      "Enabled accounts of the sub-tenant, in this mode, that carry the method. 0: no payment can go this way yet.",
  }),
  ...rowFields,
});
const OrderSchema = Type.Object({
  object: OneOf(["routing_order"]),
  mode: OneOf(modes),
  ruleIds: Type.Array(Type.String()),
});
const DeletedSchema = Type.Object(
  {
    object: OneOf(["routing_rule"]),
    id: Type.String(),
    mode: OneOf(modes),
    deleted: Type.Boolean(),
  },
  { title: "DeletedRoutingRule" },
);

const body = {
  mode: "LIVE",
  method: "MOBILE_MONEY",
  subTenantId: "sub_01kf0v0d1qf0w8x3z5c7b9n1m3",
  priority: 50,
  currency: "XOF",
  country: "CI",
  operator: "ORANGE",
  amountMin: null,
  amountMax: "500000",
} as const;
const example = {
  object: "routing_rule",
  id: "rule_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...body,
  enabled: true,
  accountCount: 1,
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;

export function ruleRoutes(rules: RoutingRules): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "createRoutingRule",
      stepUp: "always",
      tag,
      summary: "Add a routing rule",
      description: `Payments of a method, and if need be of one currency, country, operator or range of amounts, go to the accounts of a sub-tenant. Null or absent: any. Without \`priority\` it is tried last. Both ends of the range are inside; amounts need a currency. Routes from now on, on every instance. At most 500 in each mode. Try it first: POST /tenant/routing/dry-run. ${takesTwoDescription()}`,
      permission: "tenant.routing.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
        errors.RESOURCE_NOT_FOUND,
        routingErrors.ROUTING_LIMIT_REACHED,
      ],
      schemas: {
        body: Type.Object({ mode: Mode, priority: Type.Optional(Priority), ...ruleFields }),
        response: RuleSchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body, data: example },
      handle: ({ operator, facts, body: input, idempotency }) =>
        rules.create({ operator, facts }, input, idempotency),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listRoutingRules",
      tag,
      summary: "List routing rules",
      description: "In the order in which they are tried, disabled ones too.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({
          ...ownOrderQuery,
          ...modeQuery,
          method: Type.Optional(Method),
        }),
        response: Type.Array(RuleSchema),
      },
      handle: ({ operator, query }) => rules.list(operator.tenantId, query),
    }),
    operatorRoute({
      method: "POST",
      path: `${base}/reorder`,
      operationId: "reorderRoutingRules",
      stepUp: "always",
      tag,
      summary: "Reorder routing rules",
      description: `Every rule of the mode, in the order in which they are to be tried; their priorities become 100, 200 and so on. Another number of rules than there are now: somebody has added or deleted one meanwhile, and the answer is VERSION_CONFLICT. ${takesTwoDescription()}`,
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT],
      schemas: {
        body: Type.Object({
          mode: Mode,
          ruleIds: Type.Array(Type.String({ maxLength: 100 }), { uniqueItems: true, maxItems: RULES_MAX }),
        }),
        response: OrderSchema,
        accepted: ChangeRequestView,
      },
      examples: {
        accepted: changeRequestExample,
        body: { mode: "LIVE", ruleIds: [example.id] },
        data: { object: "routing_order", mode: "LIVE", ruleIds: [example.id] },
      },
      handle: ({ operator, facts, body: { mode, ruleIds }, idempotency }) =>
        rules.reorder({ operator, facts }, { mode, ruleIds }, idempotency),
    }),
    operatorRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getRoutingRule",
      tag,
      summary: "Get a routing rule",
      description: "What it asks of a payment, and where it leads.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: RuleSchema },
      examples: { data: example },
      handle: async ({ operator, params }) => ({ data: await rules.get(operator.tenantId, params.id) }),
    }),
    operatorRoute({
      method: "PATCH",
      path: `${base}/:id`,
      operationId: "updateRoutingRule",
      stepUp: "always",
      tag,
      summary: "Change, disable or enable a routing rule",
      description: `Absent fields stay; null takes a condition away. A disabled rule is passed over. Holds at once on every instance, for payments and payouts that start from now on. ${takesTwoDescription("Disabling it, and nothing else, is done at once.")}`,
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT],
      schemas: {
        params: IdParams,
        body: Type.Object(
          {
            method: Type.Optional(Method),
            subTenantId: Type.Optional(SubTenantId),
            priority: Type.Optional(Priority),
            ...conditionFields,
            version: ReadVersion,
          },
          { minProperties: 1 },
        ),
        response: RuleSchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body: { priority: 50 }, data: example },
      handle: ({ operator, facts, params, body: change, idempotency }) =>
        rules.update({ operator, facts }, params.id, change, idempotency),
    }),
    operatorRoute({
      method: "DELETE",
      path: `${base}/:id`,
      operationId: "deleteRoutingRule",
      stepUp: "always",
      tag,
      summary: "Delete a routing rule",
      description: `For good; the audit log keeps what it said. To stop it for a while, disable it instead. ${takesTwoDescription("To stop it at once, disable it.")}`,
      permission: "tenant.routing.manage",
      successStatus: 200,
      idempotency: "none",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: DeletedSchema, accepted: ChangeRequestView },
      examples: {
        accepted: changeRequestExample,
        data: { object: "routing_rule", id: example.id, mode: "LIVE", deleted: true },
      },
      handle: ({ operator, facts, params }) => rules.remove({ operator, facts }, params.id),
    }),
  ];
}
