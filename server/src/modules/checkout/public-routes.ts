import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { publicRoute, type Route } from "../../http/route.ts";
import { Nullable, OneOf } from "../../http/schemas.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import { shownByMethod } from "../payments/index.ts";
import { checkoutErrors } from "./errors.ts";
import { completeExample, completionExample, publicSessionExample, statusExample } from "./examples.ts";
import { WAIT_MS_MAX } from "./read-session.ts";
import { CompleteBody, CompletionView, PublicSessionView, SessionIdParams, StatusView } from "./schemas.ts";
import type { Checkout } from "./service.ts";

const tag = "Checkout, public";
const NullableText = Nullable(Type.String());
const noStore = { "Cache-Control": "no-store" } as const;

const MethodView = Type.Object({
  method: OneOf(paymentMethods),
  operator: NullableText,
  displayName: Type.String(),
  countryCode: NullableText,
  min: NullableText,
  max: NullableText,
  step: NullableText,
  authFlow: OneOf(["PIN_PROMPT", "OTP", "REDIRECT", "QR", "TRANSFER"]),
  status: OneOf(["OPERATIONAL", "DEGRADED", "CLOSED"]),
  prompt: NullableText,
});

/** The payer's operations: the session's id is the only key. */
export function publicCheckoutRoutes(checkout: Checkout): readonly Route[] {
  return [
    publicRoute({
      method: "GET",
      path: "/checkout/pay/:sessionId",
      operationId: "readPublicCheckoutSession",
      tag,
      summary: "Get the session to pay",
      description:
        "Everything a payment screen shows. `allowedMethods` are the methods that work now, after the merchant's choice, the routing rules and outages.",
      successStatus: 200,
      idempotency: "none",
      errors: [
        checkoutErrors.CHECKOUT_SESSION_NOT_FOUND,
        checkoutErrors.CHECKOUT_SESSION_EXPIRED,
        checkoutErrors.CHECKOUT_SESSION_NOT_OPEN,
        checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED,
        checkoutErrors.CHECKOUT_NO_PAYMENT_METHODS,
      ],
      examples: { data: publicSessionExample },
      schemas: { params: SessionIdParams, response: PublicSessionView },
      handle: async ({ params }) => ({ data: await checkout.publicView(params.sessionId), headers: noStore }),
    }),
    publicRoute({
      method: "GET",
      path: "/checkout/pay/:sessionId/methods",
      operationId: "listPublicCheckoutMethods",
      tag,
      summary: "List payment methods",
      description:
        "For each method and operator: amount limits, how the payer approves, and whether it works now.",
      successStatus: 200,
      idempotency: "none",
      errors: [checkoutErrors.CHECKOUT_SESSION_NOT_FOUND],
      schemas: {
        params: SessionIdParams,
        response: Type.Object({
          object: Type.Literal("checkout.methods"),
          sessionId: Type.String(),
          methods: Type.Array(MethodView),
        }),
      },
      handle: async ({ params }) => ({
        data: {
          object: "checkout.methods" as const,
          sessionId: params.sessionId,
          methods: [...(await checkout.methods(params.sessionId))],
        },
        headers: noStore,
      }),
    }),
    publicRoute({
      method: "POST",
      path: "/checkout/pay/:sessionId/complete",
      operationId: "completeCheckoutSession",
      tag,
      summary: "Pay",
      description:
        "Starts an attempt and says what comes next: POLL the status, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. The same method and details during an attempt return that attempt, so repeating is safe. A server that sends the payers of its own screens adds the merchant's API key, so that its one address may ask any number of phones. A refusal the provider gives at once is PAYMENT_FAILED; an unknown outcome stays PROCESSING until the provider answers.",
      successStatus: 200,
      idempotency: "optional",
      takesScenario: true,
      errors: [
        errors.MERCHANT_KYB_NOT_APPROVED,
        checkoutErrors.CHECKOUT_SESSION_NOT_FOUND,
        checkoutErrors.CHECKOUT_SESSION_EXPIRED,
        checkoutErrors.CHECKOUT_SESSION_NOT_OPEN,
        checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED,
        checkoutErrors.CHECKOUT_NO_PAYMENT_METHODS,
        checkoutErrors.METHOD_NOT_ALLOWED_FOR_SESSION,
        checkoutErrors.PAYMENT_FAILED,
      ],
      examples: { body: completeExample, data: completionExample },
      schemas: {
        params: SessionIdParams,
        body: CompleteBody,
        shownBody: shownByMethod("CompleteCheckoutSession", CompleteBody),
        response: CompletionView,
      },
      merchantNoOf: ({ sessionId }) => checkout.merchantNoOf(sessionId),
      handle: async ({ params, body, idempotency, facts }) => ({
        data: await checkout.complete(params.sessionId, body, idempotency, facts, facts.scenario),
        headers: noStore,
      }),
    }),
    publicRoute({
      method: "POST",
      path: "/checkout/pay/:sessionId/leave",
      operationId: "leaveCheckoutAttempt",
      tag,
      summary: "Leave an attempt",
      description:
        "Leaves the attempt in progress, so that the payer can use another method or number. The provider is asked to cancel it. Where it cannot, the attempt is still monitored: money that arrives later pays the session if nothing else has, and is refunded automatically otherwise. Returns the new state; without an attempt in progress nothing changes. Refused with CHECKOUT_SESSION_NOT_OPEN when no attempt is left (`details.reason` is ATTEMPTS_EXHAUSTED), or when the provider may have taken the money (OUTCOME_UNKNOWN).",
      successStatus: 200,
      idempotency: "none",
      errors: [
        checkoutErrors.CHECKOUT_SESSION_NOT_FOUND,
        checkoutErrors.CHECKOUT_SESSION_EXPIRED,
        checkoutErrors.CHECKOUT_SESSION_NOT_OPEN,
      ],
      examples: { data: statusExample },
      schemas: { params: SessionIdParams, response: StatusView },
      merchantNoOf: ({ sessionId }) => checkout.merchantNoOf(sessionId),
      handle: async ({ params }) => ({ data: await checkout.leave(params.sessionId), headers: noStore }),
    }),
    publicRoute({
      method: "GET",
      path: "/checkout/pay/:sessionId/status",
      operationId: "readPublicCheckoutStatus",
      tag,
      summary: "Get the status of a session",
      description:
        "Returns 200 with the status, final or not. `pollAfterMs` says when to ask again; null: stop asking. With `waitMs` the answer is held until something changes, which replaces ten requests.",
      successStatus: 200,
      idempotency: "none",
      errors: [checkoutErrors.CHECKOUT_SESSION_NOT_FOUND],
      examples: { data: statusExample },
      schemas: {
        params: SessionIdParams,
        query: Type.Object(
          {
            waitMs: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: WAIT_MS_MAX,
                description: "Milliseconds the answer may be held.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: StatusView,
      },
      handle: async ({ params, query, facts }) => ({
        data: await checkout.status(params.sessionId, query.waitMs ?? 0, () => facts.signal),
        headers: noStore,
      }),
    }),
  ];
}
