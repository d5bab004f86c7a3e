import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { AmountText, CurrencyText, Instant, Nullable, OneOf } from "../../../http/schemas.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import {
  ChangeRequestView,
  changeErrors,
  changeRequestExample,
  takesTwoDescription,
} from "../../change-requests/index.ts";
import { type FeeSchedules, refundFeePolicies } from "./fee-schedules.ts";
import { Method, Mode, modeQuery, NullableText, ReadVersion, ZeroAmountText } from "./schemas.ts";

const tag = "Operators: fees";
const base = "/tenant/fees";
const SETTLEMENT_DELAY_SECONDS_MAX = 90 * 86_400;

const termFields = {
  basisPoints: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: "Hundredths of a percent: 150 is 1.5 %.",
  }),
  fixed: Type.Optional(ZeroAmountText),
  minimum: Type.Optional(ZeroAmountText),
  maximum: Type.Optional(Nullable(ZeroAmountText)),
  settlementDelaySeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: SETTLEMENT_DELAY_SECONDS_MAX,
      description: "How long the merchant's net stays pending; 0 when absent.",
    }),
  ),
};
export const FeeSchema = Type.Object({
  object: OneOf(["fee_schedule"]),
  id: Type.String(),
  mode: OneOf(modes),
  method: OneOf(paymentMethods),
  currency: Type.String(),
  basisPoints: Type.Integer(),
  fixed: Type.String(),
  minimum: Type.String(),
  maximum: NullableText,
  settlementDelaySeconds: Type.Integer(),
  effectiveFrom: Instant,
  version: Type.Integer(),
  createdAt: Instant,
});
const priceFields = { fee: Type.String(), net: Type.String(), settlementDelaySeconds: Type.Integer() };
const PreviewSchema = Type.Object({
  object: OneOf(["fee_preview"]),
  mode: OneOf(modes),
  method: OneOf(paymentMethods),
  currency: Type.String(),
  amount: Type.String(),
  current: Type.Object({ feeScheduleId: NullableText, ...priceFields }),
  proposal: Nullable(Type.Object(priceFields)),
});
export const PolicySchema = Type.Object({
  object: OneOf(["refund_fee_policy"]),
  tenantId: Type.String(),
  policy: OneOf(refundFeePolicies),
});

const body = {
  mode: "LIVE",
  method: "CARD",
  currency: "XOF",
  basisPoints: 250,
  fixed: "100",
  minimum: "0",
  maximum: "25000",
  settlementDelaySeconds: 86_400,
} as const;
const example = {
  object: "fee_schedule",
  id: "fee_01kf0v0d1qf0w8x3z5c7b9n1m3",
  ...body,
  effectiveFrom: "2026-01-15T08:00:00.000Z",
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
} as const;
const policyExample = {
  object: "refund_fee_policy",
  tenantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  policy: "RETURN",
} as const;

export function feeRoutes(feeSchedules: FeeSchedules): readonly Route[] {
  return [
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listFeeSchedules",
      tag,
      summary: "List fee schedules",
      description:
        "The schedules that payments which begin now are charged by, the newest first. With `history=true` every version there was: payments are charged by the one they began under.",
      permission: "tenant.fees.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({
          ...pageQuery,
          ...modeQuery,
          method: Type.Optional(Method),
          currency: Type.Optional(CurrencyText),
          history: Type.Optional(Type.Boolean({ description: "Earlier versions as well." })),
        }),
        response: Type.Array(FeeSchema),
      },
      handle: ({ operator, query }) => feeSchedules.list(operator.tenantId, query),
    }),
    operatorRoute({
      method: "PUT",
      path: base,
      operationId: "setFeeSchedule",
      stepUp: "always",
      tag,
      summary: "Set a fee schedule",
      description: `What a method costs in a currency: amount × basisPoints / 10 000, rounded half up, plus \`fixed\`, held between \`minimum\` and \`maximum\`, never above the amount. A new version for payments that begin from now on; payments in progress keep their fee. Absent: nothing fixed, no limits, no delay. ${takesTwoDescription()}`,
      permission: "tenant.fees.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.VERSION_CONFLICT],
      schemas: {
        body: Type.Object({
          mode: Mode,
          method: Method,
          currency: CurrencyText,
          ...termFields,
          version: ReadVersion,
        }),
        response: FeeSchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body, data: example },
      handle: ({ operator, facts, body: input, idempotency }) =>
        feeSchedules.put({ operator, facts }, input, idempotency),
    }),
    operatorRoute({
      method: "POST",
      path: `${base}/preview`,
      operationId: "previewFee",
      tag,
      summary: "Preview a fee",
      description:
        "What a payment that begins now costs and leaves, and with `proposed` what it would by other terms. Changes nothing.",
      permission: "tenant.fees.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      schemas: {
        body: Type.Object({
          mode: Mode,
          method: Method,
          currency: CurrencyText,
          amount: AmountText,
          proposed: Type.Optional(Type.Object(termFields)),
        }),
        response: PreviewSchema,
      },
      examples: {
        body: {
          mode: "SANDBOX",
          method: "CARD",
          currency: "XOF",
          amount: "20000",
          proposed: { basisPoints: 250, fixed: "100", maximum: "25000" },
        },
        data: {
          object: "fee_preview",
          mode: "SANDBOX",
          method: "CARD",
          currency: "XOF",
          amount: "20000",
          current: {
            feeScheduleId: example.id,
            fee: "680",
            net: "19320",
            settlementDelaySeconds: 0,
          },
          proposal: { fee: "600", net: "19400", settlementDelaySeconds: 0 },
        },
      },
      handle: async ({ operator, body: question }) => ({
        data: await feeSchedules.preview(operator.tenantId, question),
      }),
    }),
    operatorRoute({
      method: "GET",
      path: `${base}/refund-policy`,
      operationId: "getRefundFeePolicy",
      tag,
      summary: "Get the refund fee policy",
      description:
        "KEEP: the fee of a charge that is given back stays with the tenant. RETURN: it goes back in proportion.",
      permission: "tenant.fees.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      schemas: { response: PolicySchema },
      examples: { data: policyExample },
      handle: async ({ operator }) => ({ data: await feeSchedules.refundPolicy(operator.tenantId) }),
    }),
    operatorRoute({
      method: "PUT",
      path: `${base}/refund-policy`,
      operationId: "setRefundFeePolicy",
      tag,
      summary: "Set the refund fee policy",
      description: `For refunds of all merchants of the tenant, in both modes, that are made from now on. Since it holds in live mode too, it always takes two operators: 202 with a change request that another one confirms.`,
      permission: "tenant.fees.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND],
      schemas: {
        body: Type.Object({ policy: OneOf(refundFeePolicies) }),
        response: PolicySchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body: { policy: "RETURN" }, data: policyExample },
      handle: ({ operator, facts, body: { policy }, idempotency }) =>
        feeSchedules.setRefundPolicy({ operator, facts }, policy, idempotency),
    }),
  ];
}
