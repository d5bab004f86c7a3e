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
        "Collects money from a payer whose details you have, without a checkout session. `nextStep` says what to do: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal returns 201 too: the charge is FAILED, with a `failureCode`. An unknown outcome leaves the charge in progress; never charge again under another key.",
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
        "One amount that your own server and screens collect. Confirm it with a method, again after a failure, until it is paid or cancelled. It expires at `expiresAt` (24 hours by default) and is then CANCELLED.",
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
      summary: "Confirm a payment intent",
      description:
        "Starts an attempt, which is a charge of its own, and returns the next step. The same method and details during an attempt return that attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, and FAILED afterwards.",
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
        "The intent becomes CANCELLED and accepts no more attempts. An intent with an attempt in progress cannot be cancelled. Cancel the intent of a checkout session through its session. Idempotent: cancelling twice has no effect.",
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
