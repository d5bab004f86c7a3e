import { errors } from "../../../http/errors.ts";
import { keyRoute, type Route } from "../../../http/route.ts";
import { shownByMethod } from "../input-schemas.ts";
import { ChargeWithStepView, IntentWithStepView } from "../schemas.ts";
import { directErrors } from "./errors.ts";
import {
  confirmedIntentExample,
  confirmIntentBodyExample,
  createChargeBodyExample,
  createIntentBodyExample,
  newIntentExample,
  waitingChargeExample,
} from "./examples.ts";
import { ConfirmIntentBody, CreateChargeBody, CreateIntentBody, IntentParams } from "./schemas.ts";
import type { DirectPayments } from "./service.ts";

/** A merchant server's operations without a checkout session. */
export function directPaymentRoutes(payments: DirectPayments): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: "/payments/charges",
      operationId: "createCharge",
      tag: "Charges",
      summary: "Create a charge",
      description:
        "Collects money from a payer whose details you hold, without a checkout session. The answer says what comes next: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal is an answer too: the charge is FAILED, `failureCode` says why. An outcome nobody knows yet leaves it under way; never send it again under another key.",
      permission: "merchant.charges.manage",
      successStatus: 201,
      idempotency: "required",
      takesScenario: true,
      errors: [errors.MERCHANT_KYB_NOT_APPROVED, directErrors.PAYMENT_METHOD_NOT_AVAILABLE],
      examples: { body: createChargeBodyExample, data: waitingChargeExample },
      schemas: {
        body: CreateChargeBody,
        shownBody: shownByMethod("CreateCharge", CreateChargeBody),
        response: ChargeWithStepView,
      },
      handle: async ({ caller, facts, body, idempotency }) => ({
        data: await payments.createCharge({
          merchantNo: caller.merchantNo,
          by: caller.actor,
          body,
          idempotency,
          scenario: facts.scenario,
        }),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/payment-intents",
      operationId: "createPaymentIntent",
      tag: "Payment intents",
      summary: "Create a payment intent",
      description:
        "One amount to be collected by your own server and screens: confirm it with a method, again after a failure, until it is paid, cancelled or over. It ends by itself at `expiresAt`, after 24 hours when absent: it is then CANCELLED.",
      permission: "merchant.payments.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [errors.MERCHANT_KYB_NOT_APPROVED],
      examples: { body: createIntentBodyExample, data: newIntentExample },
      schemas: { body: CreateIntentBody, response: IntentWithStepView },
      handle: async ({ caller, body, idempotency }) => ({
        data: await payments.createIntent({
          merchantNo: caller.merchantNo,
          by: caller.actor,
          body,
          idempotency,
        }),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/payment-intents/:id/confirm",
      operationId: "confirmPaymentIntent",
      tag: "Payment intents",
      summary: "Attempt to collect a payment intent",
      description:
        "Starts an attempt, a charge of its own, and says what comes next. The same method and details while it is under way are the same attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, FAILED after that.",
      permission: "merchant.payments.manage",
      successStatus: 200,
      idempotency: "optional",
      takesScenario: true,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.MERCHANT_KYB_NOT_APPROVED,
        directErrors.PAYMENT_METHOD_NOT_AVAILABLE,
        directErrors.PAYMENT_INTENT_NOT_CONFIRMABLE,
      ],
      examples: { body: confirmIntentBodyExample, data: confirmedIntentExample },
      schemas: {
        params: IntentParams,
        body: ConfirmIntentBody,
        shownBody: shownByMethod("ConfirmPaymentIntent", ConfirmIntentBody),
        response: IntentWithStepView,
      },
      handle: async ({ caller, facts, params, body, idempotency }) => ({
        data: await payments.confirm(caller.merchantNo, params.id, body, idempotency, facts.scenario),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/payment-intents/:id/cancel",
      operationId: "cancelPaymentIntent",
      tag: "Payment intents",
      summary: "Cancel a payment intent",
      description:
        "It becomes CANCELLED and takes no more attempts. One with an attempt under way cannot be cancelled; one that is CANCELLED already stays as it is. An intent of a checkout session is cancelled by its session.",
      permission: "merchant.payments.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.RESOURCE_NOT_FOUND, directErrors.PAYMENT_INTENT_NOT_CANCELLABLE],
      schemas: { params: IntentParams, response: IntentWithStepView },
      handle: async ({ caller, params, idempotency }) => ({
        data: await payments.cancel(caller.merchantNo, params.id, idempotency),
      }),
    }),
  ];
}
