import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { AskNow } from "./ask-now.ts";
import { createDecisionRoutes } from "./decision-routes.ts";
import type { Decisions } from "./decisions.ts";
import { checkExample, heldExample, summaryExample, unresolvedExample } from "./examples.ts";
import type { ReviewReading } from "./reading.ts";
import {
  ChargeParams,
  CheckView,
  HeldListQuery,
  HeldView,
  SubjectParams,
  SummaryQuery,
  SummaryView,
  UnresolvedListQuery,
  UnresolvedView,
} from "./schemas.ts";

/** Held money, unresolved payments, and the operators' decisions about both. */
export function createReviewRoutes(
  reading: ReviewReading,
  decisions: Decisions,
  askNow: AskNow,
): readonly Route[] {
  const held = { tag: "Held money", permission: "tenant.payments.read", idempotency: "none" } as const;
  const unresolved = { ...held, tag: "Unresolved payments" } as const;
  return [
    operatorRoute({
      ...held,
      method: "GET",
      path: "/tenant/held-money",
      operationId: "listHeldMoney",
      summary: "List held money",
      description:
        "Charges of all merchants whose money waits for a person: another amount came than was asked for (AMOUNT_MISMATCH), it came late under the policy REVIEW (LATE_PAYMENT), late or double money could not be given back (REFUND_FAILED), or nobody learned in 72 hours whether it came at all (UNRESOLVED). Newest first; `sort=createdAt` for the oldest.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [heldExample] },
      schemas: { query: HeldListQuery, response: Type.Array(HeldView) },
      handle: ({ operator, query, facts }) => reading.held(operator, query, readerLocale(facts)),
    }),
    operatorRoute({
      ...held,
      method: "GET",
      path: "/tenant/held-money/:chargeId",
      operationId: "getHeldMoney",
      summary: "Get a held charge",
      description: "Why it is held, since when, and which decisions are possible.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: heldExample },
      schemas: { params: ChargeParams, response: HeldView },
      handle: async ({ operator, params, facts }) => ({
        data: await reading.oneHeld(operator, params.chargeId, readerLocale(facts)),
      }),
    }),
    ...createDecisionRoutes(decisions),
    operatorRoute({
      ...unresolved,
      method: "GET",
      path: "/tenant/unresolved-payments",
      operationId: "listUnresolvedPayments",
      summary: "List unresolved payments",
      description:
        "Charges, refunds and payouts whose provider has not reported an outcome: since when, how often it was queried, and when next. By page.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [unresolvedExample] },
      schemas: { query: UnresolvedListQuery, response: Type.Array(UnresolvedView) },
      handle: ({ operator, query, facts }) => reading.unresolved(operator, query, readerLocale(facts)),
    }),
    operatorRoute({
      ...unresolved,
      method: "GET",
      path: "/tenant/unresolved-payments/summary",
      operationId: "getUnresolvedSummary",
      summary: "Get a summary of unresolved payments",
      description:
        "How many there are by age, and how long each operator usually leaves us without an answer: the time that half, and 99 in 100, of the outcomes stayed unknown. Percentiles are exact to a fifth.",
      successStatus: 200,
      errors: [],
      examples: { data: summaryExample },
      schemas: { query: SummaryQuery, response: SummaryView },
      handle: async ({ operator, query }) => ({ data: await reading.summary(operator, query) }),
    }),
    operatorRoute({
      ...unresolved,
      method: "GET",
      path: "/tenant/unresolved-payments/:id",
      operationId: "getUnresolvedPayment",
      summary: "Get an unresolved payment",
      description:
        "Since when its outcome is unknown, how often its provider was asked, and from when on which decisions are possible.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: unresolvedExample },
      schemas: { params: SubjectParams, response: UnresolvedView },
      handle: async ({ operator, params, facts }) => ({
        data: await reading.oneUnresolved(operator, params.id, readerLocale(facts)),
      }),
    }),
    operatorRoute({
      ...unresolved,
      method: "POST",
      path: "/tenant/unresolved-payments/:id/check",
      operationId: "checkUnresolvedPayment",
      summary: "Query the provider now",
      description:
        "Queries the provider about a charge, refund or payout and records the answer, as the service does at growing intervals. A failed charge can be queried too: if its provider took the money, it is late money. Repeating it is safe.",
      permission: "tenant.payments.manage",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: checkExample },
      schemas: { params: SubjectParams, response: CheckView },
      handle: async ({ operator, params }) => ({ data: await askNow(operator.tenantId, params.id) }),
    }),
  ];
}
