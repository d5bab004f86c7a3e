import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { Nullable, OneOf } from "../../http/schemas.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import { ChargeView } from "../payments/index.ts";
import { checkoutErrors } from "./errors.ts";
import { createSessionExample, sessionExample } from "./examples.ts";
import { AttemptListQuery, SessionListQuery } from "./list-sessions.ts";
import { CreateSessionBody, SessionView } from "./schemas.ts";
import type { Checkout } from "./service.ts";

const SessionParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 120, description: "The session's id, `cs_…`" }) },
  { additionalProperties: false },
);
const NullableText = Nullable(Type.String());
const tag = "Checkout sessions";

/** A merchant server's operations on sessions. */
export function checkoutRoutes(checkout: Checkout): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: "/checkout/sessions",
      operationId: "createCheckoutSession",
      tag,
      summary: "Create a checkout session",
      description:
        "Asks a payer for one payment. Send the payer to `url`, or keep `id` and use the public endpoints from your own screens. The session stays OPEN until `expiresAt` (30 minutes when absent).",
      permission: "merchant.checkout.manage",
      successStatus: 201,
      idempotency: "optional",
      claimsFirst: true,
      errors: [errors.MERCHANT_KYB_NOT_APPROVED, checkoutErrors.CHECKOUT_NO_LIVE_ACCOUNT],
      examples: { body: createSessionExample, data: sessionExample },
      schemas: { body: CreateSessionBody, response: SessionView },
      handle: async ({ caller, body, idempotency }) => ({
        data: await checkout.create({
          merchantNo: caller.merchantNo,
          body,
          idempotency,
          paymentLinkId: null,
          by: caller.actor,
        }),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/checkout/sessions",
      operationId: "listCheckoutSessions",
      tag,
      summary: "List checkout sessions",
      description: "Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`).",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      list: true,
      schemas: { query: SessionListQuery, response: Type.Array(SessionView) },
      handle: async ({ caller, query }) => checkout.list(caller.merchantNo, query),
    }),
    keyRoute({
      method: "GET",
      path: "/checkout/sessions/:id",
      operationId: "getCheckoutSession",
      tag,
      summary: "Get a checkout session",
      description: "The whole session, with the payer's answers to your custom fields.",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: SessionParams, response: SessionView },
      handle: async ({ caller, params }) => ({ data: await checkout.get(caller.merchantNo, params.id) }),
    }),
    keyRoute({
      method: "POST",
      path: "/checkout/sessions/:id/expire",
      operationId: "expireCheckoutSession",
      tag,
      summary: "Expire a session",
      description:
        "Ends the session at once with the status EXPIRED. A session with a payment in progress cannot be expired. Idempotent: expiring twice has no effect.",
      permission: "merchant.checkout.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [
        errors.RESOURCE_NOT_FOUND,
        checkoutErrors.CHECKOUT_SESSION_NOT_OPEN,
        checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED,
      ],
      schemas: { params: SessionParams, response: SessionView },
      handle: async ({ caller, params, idempotency }) => ({
        data: await checkout.expire(caller.merchantNo, params.id, idempotency),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/checkout/sessions/:id/cancel",
      operationId: "cancelCheckoutSession",
      tag,
      summary: "Cancel a session",
      description:
        "The session becomes CANCELLED and can no longer be paid. A session with a payment in progress cannot be cancelled. Idempotent: cancelling twice has no effect.",
      permission: "merchant.checkout.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [
        errors.RESOURCE_NOT_FOUND,
        checkoutErrors.CHECKOUT_SESSION_EXPIRED,
        checkoutErrors.CHECKOUT_SESSION_NOT_OPEN,
        checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED,
      ],
      schemas: { params: SessionParams, response: SessionView },
      handle: async ({ caller, params, idempotency }) => ({
        data: await checkout.cancel(caller.merchantNo, params.id, idempotency),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/checkout/sessions/:id/attempts",
      operationId: "listCheckoutSessionAttempts",
      tag,
      summary: "List the attempts of a session",
      description: "One charge per attempt, oldest first.",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      list: true,
      schemas: { params: SessionParams, query: AttemptListQuery, response: Type.Array(ChargeView) },
      handle: ({ caller, params, query }) => checkout.attempts(caller.merchantNo, params.id, query),
    }),
    keyRoute({
      method: "GET",
      path: "/checkout/sessions/:id/methods/explain",
      operationId: "explainCheckoutSessionMethods",
      tag,
      summary: "Explain the methods of a session",
      description:
        "For each method: available, with the rule and account that serve it, or the one reason why not: the session's own choice, a missing wallet or rule, a disabled account, an amount limit, an outage.",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: {
        params: SessionParams,
        response: Type.Object({
          object: Type.Literal("checkout.methods_explanation"),
          sessionId: Type.String(),
          allowedMethods: Type.Array(OneOf(paymentMethods)),
          methods: Type.Array(
            Type.Object({
              method: OneOf(paymentMethods),
              operator: NullableText,
              displayName: Type.String(),
              countryCode: NullableText,
              offered: Type.Boolean(),
              reason: NullableText,
              ruleId: NullableText,
              subTenantId: NullableText,
              providerAccountId: NullableText,
              min: NullableText,
              max: NullableText,
              step: NullableText,
              outage: Nullable(Type.Object({ status: OneOf(["DEGRADED", "CLOSED"]), reason: Type.String() })),
            }),
          ),
        }),
      },
      handle: async ({ caller, params }) => ({ data: await checkout.explain(caller.merchantNo, params.id) }),
    }),
  ];
}
