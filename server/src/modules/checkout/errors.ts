import { defineErrors } from "../../kit/errors.ts";

export const checkoutErrors = defineErrors({
  CHECKOUT_SESSION_NOT_FOUND: { status: 404, message: "There is no such checkout session." },
  CHECKOUT_SESSION_EXPIRED: { status: 409, message: "The checkout session has expired." },
  CHECKOUT_SESSION_NOT_OPEN: {
    status: 409,
    message: "The checkout session cannot be paid now: see details.reason.",
  },
  CHECKOUT_SESSION_ALREADY_COMPLETED: { status: 409, message: "The checkout session is paid already." },
  CHECKOUT_NO_PAYMENT_METHODS: {
    status: 409,
    message:
      "No payment method can carry this session: its currency, its amount or the provider set-up exclude all.",
  },
  CHECKOUT_NO_LIVE_ACCOUNT: {
    status: 409,
    message:
      "No live provider account can take this payment: an operator must enable one, and a routing rule must lead to it.",
  },
  METHOD_NOT_ALLOWED_FOR_SESSION: {
    status: 409,
    message: "This payment method is not offered for the session: see details.allowedMethods.",
  },
  PAYMENT_FAILED: {
    status: 409,
    message: "The payment was refused: see details.failureCode and details.failureMessage.",
  },
});
