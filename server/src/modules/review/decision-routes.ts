import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { Decisions } from "./decisions.ts";
import { reviewErrors } from "./errors.ts";
import {
  confirmedExample,
  decisionExample,
  namedDecisionExample,
  proposedExample,
  refundExample,
  releaseExample,
  reverseExample,
  settleExample,
} from "./examples.ts";
import {
  ChargeParams,
  DecisionListQuery,
  DecisionParams,
  DecisionView,
  PayoutParams,
  RefundBody,
  ReleaseBody,
  ReverseBody,
  SettleBody,
  SubjectParams,
} from "./schemas.ts";
import { settlementOf } from "./verdicts.ts";

/** The operators' decisions. */
export function createDecisionRoutes(decisions: Decisions): readonly Route[] {
  const act = {
    tag: "Held money",
    method: "POST",
    permission: "tenant.payments.manage",
    idempotency: "optional",
  } as const;
  const read = { ...act, method: "GET", permission: "tenant.payments.read", idempotency: "none" } as const;
  const refusals = [
    errors.RESOURCE_NOT_FOUND,
    reviewErrors.NOTHING_TO_DECIDE,
    reviewErrors.DECISION_NOT_POSSIBLE,
    reviewErrors.DECISION_PENDING,
  ];
  const twoEyes = "Above 100 000 F (150 EUR or USD) it is PROPOSED until another operator confirms it.";
  const settleText =
    "Settles a payment whose provider has not reported an outcome in 72 hours, with evidence. Always PROPOSED until another operator confirms it; then it is recorded as if the provider had reported it. A provider that reports a success after FAILED brings late money.";
  return [
    operatorRoute({
      ...act,
      path: "/tenant/held-money/:chargeId/release",
      operationId: "releaseHeldMoney",
      summary: "Release held money to the merchant",
      description: `The merchant keeps what came. It pays the session when nothing else did, whatever the amount; else it is the merchant's beside what paid. ${twoEyes}`,
      successStatus: 201,
      errors: refusals,
      examples: { body: releaseExample, data: decisionExample },
      schemas: { params: ChargeParams, body: ReleaseBody, response: DecisionView },
      handle: async ({ params, body, ...request }) => ({
        data: await decisions.propose(operatorRequestOf(request), params.chargeId, {
          kind: "RELEASE",
          reason: body.reason,
          evidence: body.evidence ?? null,
          transactionId: null,
          refundRoute: null,
        }),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/held-money/:chargeId/refund",
      operationId: "refundHeldMoney",
      summary: "Refund held money to the payer",
      description: `Makes a refund of all that came, out of \`held\`. An attempt that waited for this decision fails with INVALID_AMOUNT. ${twoEyes}`,
      successStatus: 201,
      errors: refusals,
      examples: {
        body: refundExample,
        data: {
          ...decisionExample,
          kind: "REFUND",
          reason: refundExample.reason,
          refundRoute: "ORIGINAL_RAIL",
          refundId: "re_06f4c1q8v2x6m0t3b7n1d5k9r4",
        },
      },
      schemas: { params: ChargeParams, body: RefundBody, response: DecisionView },
      handle: async ({ params, body, ...request }) => ({
        data: await decisions.propose(operatorRequestOf(request), params.chargeId, {
          kind: "REFUND",
          reason: body.reason,
          evidence: body.evidence ?? null,
          transactionId: null,
          refundRoute: body.route ?? "ORIGINAL_RAIL",
        }),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/held-money/:chargeId/settle-as",
      operationId: "settleHeldMoney",
      stepUp: "always",
      summary: "Settle a held charge",
      description: `${settleText} Money in another currency than the wallet's, which was never booked, is closed with FAILED once it was settled outside.`,
      successStatus: 201,
      errors: refusals,
      examples: { body: settleExample, data: proposedExample },
      schemas: { params: ChargeParams, body: SettleBody, response: DecisionView },
      handle: async ({ params, body, ...request }) => ({
        data: await decisions.propose(operatorRequestOf(request), params.chargeId, settlementOf(body)),
      }),
    }),
    operatorRoute({
      ...act,
      tag: "Unresolved payments",
      path: "/tenant/unresolved-payments/:id/settle-as",
      operationId: "settleUnresolvedPayment",
      stepUp: "always",
      summary: "Settle an unresolved payment",
      description: `For charges, refunds and payouts. ${settleText}`,
      successStatus: 201,
      errors: refusals,
      examples: { body: settleExample, data: proposedExample },
      schemas: { params: SubjectParams, body: SettleBody, response: DecisionView },
      handle: async ({ params, body, ...request }) => ({
        data: await decisions.propose(operatorRequestOf(request), params.id, settlementOf(body)),
      }),
    }),
    operatorRoute({
      ...act,
      tag: "Payout operations",
      path: "/tenant/payouts/:id/reverse",
      operationId: "reversePayout",
      summary: "Record a returned payout",
      description: `The money of a payout that was PAID is back at the provider: it returns to the merchant's \`available\`, and the payout is REVERSED. ${twoEyes}`,
      successStatus: 201,
      errors: [errors.RESOURCE_NOT_FOUND, reviewErrors.NOTHING_TO_DECIDE, reviewErrors.DECISION_PENDING],
      examples: {
        body: reverseExample,
        data: {
          ...decisionExample,
          ...reverseExample,
          kind: "REVERSE",
          subjectType: "PAYOUT",
          subjectId: "po_06f4c1n9k3v7x2m5t8b1d6q4r0",
          heldBecause: "PAID",
        },
      },
      schemas: { params: PayoutParams, body: ReverseBody, response: DecisionView },
      handle: async ({ params, body, ...request }) => ({
        data: await decisions.propose(operatorRequestOf(request), params.id, {
          kind: "REVERSE",
          reason: body.reason,
          evidence: body.evidence,
          transactionId: null,
          refundRoute: null,
        }),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/money-decisions",
      operationId: "listMoneyDecisions",
      summary: "List decisions on money",
      description: "What was proposed, done and rejected, by whom and why. Newest first.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [namedDecisionExample] },
      schemas: { query: DecisionListQuery, response: Type.Array(DecisionView) },
      handle: ({ operator, query, facts }) => decisions.list(operator, query, readerLocale(facts)),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/money-decisions/:id",
      operationId: "getMoneyDecision",
      summary: "Get a decision on money",
      description: "Who proposed it, who agreed, and the refund that it made.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: namedDecisionExample },
      schemas: { params: DecisionParams, response: DecisionView },
      handle: async ({ operator, params, facts }) => ({
        data: await decisions.get(operator, params.id, readerLocale(facts)),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/money-decisions/:id/confirm",
      operationId: "confirmMoneyDecision",
      stepUp: "always",
      summary: "Confirm a decision on money",
      description:
        "Carries out what another operator proposed, on the money as it is now. If the provider's answer came first, nothing is left to decide: reject it.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        reviewErrors.DECISION_NOT_OPEN,
        reviewErrors.NOTHING_TO_DECIDE,
      ],
      examples: { data: confirmedExample },
      schemas: { params: DecisionParams, response: DecisionView },
      handle: async ({ params, ...request }) => ({
        data: await decisions.confirm(operatorRequestOf(request), params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/money-decisions/:id/reject",
      operationId: "rejectMoneyDecision",
      summary: "Reject a decision on money",
      description: "Rejects a proposal; its own operator may do it, too. The money stays held.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, reviewErrors.DECISION_NOT_OPEN],
      examples: { data: { ...confirmedExample, status: "REJECTED" } },
      schemas: { params: DecisionParams, response: DecisionView },
      handle: async ({ params, ...request }) => ({
        data: await decisions.reject(operatorRequestOf(request), params.id),
      }),
    }),
  ];
}
