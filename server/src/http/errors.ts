import { defineErrors } from "../kit/errors.ts";

/** Refusals that any operation can answer. A module's own refusals are declared in its `errors.ts`. */
export const errors = defineErrors({
  VALIDATION_ERROR: { status: 400, message: "The request is not valid: see details.fields." },
  CARD_DATA_NOT_ALLOWED: {
    status: 400,
    message:
      "The request contains what looks like a card number. Card numbers must never be sent to this API.",
  },
  MERCHANT_KYB_NOT_APPROVED: {
    status: 400,
    message: "The merchant cannot transact yet: onboarding is incomplete or under review.",
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: "This operation needs an Idempotency-Key header, so that repeating it is safe.",
  },
  INVALID_API_KEY: {
    status: 401,
    wire: "Invalid API key",
    message: "The API key is missing, malformed, unknown, revoked or expired.",
  },
  INVALID_OPERATOR_TOKEN: {
    status: 401,
    message: "The operator's token is missing, malformed, unknown, ended or expired. Log in again.",
  },
  LOG_IN_REQUIRED: {
    status: 401,
    message: "The log-in is missing, ended or expired, or of the other kind of account. Log in again.",
  },
  FOREIGN_REQUEST: {
    status: 403,
    message:
      "With a log-in's cookie only pages of this service may change something: from the same origin, and with the header `Cauris-Request: 1`.",
  },
  STEP_UP_REQUIRED: {
    status: 403,
    message:
      "This needs a proof, not older than five minutes, that you are present: POST /auth/{audience}/step-up.",
  },
  SECOND_FACTOR_ENROLMENT_REQUIRED: {
    status: 403,
    message:
      "This needs a second factor on your account. Set one up first: POST /auth/{audience}/second-factor, or POST /tenant/me/second-factor with an operator's token.",
  },
  NO_ROLE_IN_MODE: {
    status: 403,
    message: "The person works for the merchant, but has no role in this mode: see details.mode.",
  },
  REFUND_ABOVE_LIMIT: {
    status: 403,
    message: "The charge would give back more than the caller may refund: see details.limit, in minor units.",
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    message: "The caller lacks the permission that this operation needs: see details.required.",
  },
  FOUR_EYES_REQUIRED: {
    status: 403,
    message:
      "Whoever proposed this cannot confirm it, nor can an account of the same origin: see details.reason.",
  },
  SANDBOX_ONLY: {
    status: 403,
    message: "This exists in sandbox mode only: a live key or a live payment cannot use it.",
  },
  LIVE_MODE_REFUSED: {
    status: 403,
    message: "This installation takes no live keys: see details.reason.",
  },
  INVALID_MERCHANT_SCOPE: { status: 403, message: "The merchant is outside the scope of the API key." },
  RESOURCE_NOT_FOUND: { status: 404, message: "There is no such resource." },
  WRONG_CELL: {
    status: 421,
    message:
      "The id belongs to another cell of this service: see details.cell. Send the request to the common address.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "The path exists, but not with this method: see the Allow header.",
  },
  REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive completely in time." },
  IDEMPOTENCY_REQUEST_IN_PROGRESS: {
    status: 409,
    message: "A request with this Idempotency-Key is still running. Repeat it after the time in Retry-After.",
  },
  VERSION_CONFLICT: {
    status: 409,
    message: "Somebody else has changed the object since the version that you name. Read it again.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is larger than this operation accepts." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message:
      "The body has a Content-Encoding, or a Content-Type that this operation does not take: see details.mediaTypes.",
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    status: 422,
    message:
      "This Idempotency-Key was used before with another body. Read what the first request made: a new key makes a second one.",
  },
  RATE_LIMITED: { status: 429, message: "Too many requests. Repeat after the time in Retry-After." },
  HEADERS_TOO_LARGE: { status: 431, message: "The address and headers of the request are too large." },
  INTERNAL_ERROR: {
    status: 500,
    message: "Something went wrong on our side. Give the request id to support when it happens again.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: "The service cannot answer for the moment. Repeat the request after the time in Retry-After.",
  },
});
