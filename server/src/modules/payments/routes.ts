import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { UuidText } from "../../http/schemas.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { ChargeListQuery, IntentListQuery } from "./list-queries.ts";
import { createPaymentReads, type PaymentReadsDeps } from "./merchant-reads.ts";
import { chargeExample, intentExample, noStepExample } from "./read-examples.ts";
import { ChargeView, ChargeWithStepView, IntentWithStepView, PaymentIntentView } from "./schemas.ts";

const Params = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
const MerchantParams = Type.Object({ merchantId: UuidText }, { additionalProperties: false });

const listDescription =
  "Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not.";

/** A merchant's reads of its payments. */
export function createPaymentsRoutes(deps: PaymentReadsDeps): readonly Route[] {
  const reads = createPaymentReads(deps);

  return [
    keyRoute({
      method: "GET",
      path: "/payments/payment-intents",
      operationId: "listPaymentIntents",
      tag: "Payment intents",
      summary: "List payment intents",
      description: `Each with its charges. ${listDescription} They stand in the order in which they or their sessions were created.`,
      permission: "merchant.payments.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      list: true,
      examples: { data: [intentExample] },
      schemas: { query: IntentListQuery, response: Type.Array(PaymentIntentView) },
      handle: ({ caller, facts, query }) => reads.intents(caller, query, facts.nowMs),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/payment-intents/:id",
      operationId: "getPaymentIntent",
      tag: "Payment intents",
      summary: "Get a payment intent",
      description:
        "The intent with one charge per attempt, oldest first. The intent of a session exists from its first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next.",
      permission: "merchant.payments.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: { ...intentExample, ...noStepExample } },
      schemas: { params: Params, response: IntentWithStepView },
      handle: async ({ caller, facts, params }) => ({
        data: await reads.intent(caller, parsePublicId("paymentIntent", params.id), facts.nowMs),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/charges",
      operationId: "listCharges",
      tag: "Charges",
      summary: "List charges",
      description: `${listDescription} \`q\` finds the transaction id that a payer reads in the operator's message.`,
      permission: "merchant.charges.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      list: true,
      examples: { data: [chargeExample] },
      schemas: { query: ChargeListQuery, response: Type.Array(ChargeView) },
      handle: ({ caller, query }) => reads.charges(caller, query),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/charges/:id",
      operationId: "getCharge",
      tag: "Charges",
      summary: "Get a charge",
      description:
        "One attempt to collect money. `fee` and `net` are set once it has succeeded. `late`: confirmed after its session had ended; `duplicate`: another attempt had paid; `reviewReason`: the money waits for a decision. While it is in progress, `nextStep` says what the payer does and `pollAfterMs` when to get it again.",
      permission: "merchant.charges.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: { ...chargeExample, ...noStepExample } },
      schemas: { params: Params, response: ChargeWithStepView },
      handle: async ({ caller, params }) => ({ data: await reads.charge(caller, params.id) }),
    }),
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId/charges",
      operationId: "listMerchantCharges",
      tag: "Charges",
      summary: "List the charges of a merchant",
      description: `The same as \`GET /payments/charges\`, for a merchant within the key's scope. ${listDescription}`,
      permission: "merchant.charges.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      list: true,
      examples: { data: [chargeExample] },
      schemas: { params: MerchantParams, query: ChargeListQuery, response: Type.Array(ChargeView) },
      handle: ({ caller, query }) => reads.charges(caller, query),
    }),
  ];
}
