export type { CallOptions, List, Page } from "./call.ts";
export { type Cauris, createClient, type WaitOptions } from "./client.ts";
export {
  AuthenticationError,
  CaurisError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RefusedField,
  ServerError,
} from "./errors.ts";
export { eventTypes } from "./generated/event-types.ts";
export type * from "./generated/schemas.ts";
export { type CurrencyCode, decimals, format, toDecimal, toMinor } from "./money.ts";
export { isCreditorReference, readShortReference, shortReference } from "./references.ts";
export type { ClientOptions, RequestNote } from "./transport.ts";
export { verifyWebhook, type WebhookMessage, WebhookVerificationError } from "./webhooks.ts";
