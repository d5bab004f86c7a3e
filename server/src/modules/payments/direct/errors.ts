import { defineErrors } from "../../../kit/errors.ts";

export const directErrors = defineErrors({
  PAYMENT_METHOD_NOT_AVAILABLE: {
    status: 409,
    message:
      "This payment method cannot carry the payment: details.allowedMethods are those that can, for its currency and amount.",
  },
  PAYMENT_INTENT_NOT_CONFIRMABLE: {
    status: 409,
    message: "The payment intent takes no attempt now: see details.reason.",
  },
  PAYMENT_INTENT_NOT_CANCELLABLE: {
    status: 409,
    message: "The payment intent cannot be cancelled: see details.reason.",
  },
});

/** Why an intent accepts no attempt, or cannot be cancelled: `details.reason`. */
export type IntentRefusal =
  | "SUCCEEDED"
  | "CANCELLED"
  | "EXPIRED"
  | "ATTEMPTS_EXHAUSTED"
  | "ATTEMPT_IN_PROGRESS"
  /** It belongs to a session, which has its own endpoints. */
  | "HAS_SESSION";
