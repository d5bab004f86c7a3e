import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { chargeExample, intentExample, noStepExample } from "../payments/index.ts";
import { TenantChargeView, TenantPaymentQuery, type TenantPayments, TenantPaymentView } from "./payments.ts";
import { permission, tag } from "./scope.ts";

const Params = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 120, description: "`pi_…`, `ch_…`, `cs_…` or `re_…`." }) },
  { additionalProperties: false },
);
const merchantName = "Maison Akwaba";

/** Payments of all merchants of the tenant. */
export function tenantPaymentRoutes(payments: TenantPayments): readonly Route[] {
  return [
    operatorRoute({
      method: "GET",
      path: "/tenant/payments",
      operationId: "listTenantPayments",
      tag,
      summary: "List payments of all merchants",
      description:
        "One entry per charge, in one mode (SANDBOX when absent), newest first or with `sort=createdAt` oldest first. Read by cursor; `meta.total` is null. A page looks through 20 000 charges at most: with a filter that little fits, it may hold fewer entries than asked for while `meta.hasMore` is true; go on with `meta.nextCursor`.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission,
      schemas: { query: TenantPaymentQuery, response: Type.Array(TenantChargeView) },
      examples: { data: [{ ...chargeExample, merchantName }] },
      handle: ({ operator, query }) => payments.list(operator, query),
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/payments/:id",
      operationId: "getTenantPayment",
      tag,
      summary: "Get a payment of any merchant",
      description:
        "The payment intent with its charges, as its merchant reads it. The id of the intent, of one of its charges or refunds, or of its session leads to it; a session that nobody has tried to pay has no payment yet.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission,
      schemas: { params: Params, response: TenantPaymentView },
      examples: { data: { ...intentExample, ...noStepExample, merchantName } },
      handle: async ({ operator, params, facts }) => ({
        data: await payments.get(operator, params.id, facts.nowMs),
      }),
    }),
  ];
}
