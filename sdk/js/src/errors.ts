/** A field of the request that broke a rule. */
export interface RefusedField {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface Facts {
  readonly code: string;
  readonly message: string;
  readonly status: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/** A call that has no result. Its classes say what kind of failure it is, `code` says which. */
export class CaurisError extends Error {
  override readonly name: string = "CaurisError";
  /** One of the API's codes, or `NO_ANSWER`, `NOT_JSON`. */
  readonly code: string;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Give it to support. Null without an answer. */
  readonly requestId: string | null;
  /** After how many milliseconds the service wants to hear from you again; null: it did not say. */
  readonly retryAfterMs: number | null;

  constructor({ code, message, status, details, requestId, retryAfterMs }: Facts, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request, with the same idempotency key, may succeed later. */
  get isRetryable(): boolean {
    const { status, code } = this;
    const mayPass = status === null || status === 408 || status === 429 || status >= 500;
    return mayPass || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS";
  }
}

/** 400, 413, 415, 422: the request broke a rule. Nothing was changed. */
export class InvalidRequestError extends CaurisError {
  override readonly name = "InvalidRequestError";
  get fields(): readonly RefusedField[] {
    const { fields } = this.details;
    return Array.isArray(fields) ? (fields as readonly RefusedField[]) : [];
  }
  /** The path of the first refused field, such as `customer.email`; null when no field is to blame. */
  get field(): string | null {
    return this.fields[0]?.path ?? null;
  }
}
/** 401: there is no key, or it is not valid. */
export class AuthenticationError extends CaurisError {
  override readonly name = "AuthenticationError";
}
/** 403: the key may not do this. */
export class PermissionError extends CaurisError {
  override readonly name = "PermissionError";
}
/** 404: there is no such object for this key. */
export class NotFoundError extends CaurisError {
  override readonly name = "NotFoundError";
}
/** 409: the object's state forbids it now. */
export class ConflictError extends CaurisError {
  override readonly name = "ConflictError";
}
/** 429: too many requests; the client has already waited and tried again. */
export class RateLimitError extends CaurisError {
  override readonly name = "RateLimitError";
}
/** 500 and more: the service could not do it. Repeat it with the same idempotency key. */
export class ServerError extends CaurisError {
  override readonly name = "ServerError";
}
/**
 * No answer came: whether it was done is not known. Repeat it with the same idempotency key, or read the object.
 */
export class ConnectionError extends CaurisError {
  override readonly name = "ConnectionError";
}

/** What the service says; for refused fields, what is wrong with each, because a log has this text alone. */
function textOf({ message, details: { fields } }: Facts): string {
  if (!Array.isArray(fields) || fields.length === 0) return message;
  return (fields as readonly RefusedField[]).map((field) => field.message).join(" ");
}

/** The error of an answer with this status. */
export function errorOf(given: Facts & { readonly status: number }): CaurisError {
  const facts = { ...given, message: textOf(given) };
  const { status } = facts;
  if (status === 401) return new AuthenticationError(facts);
  if (status === 403) return new PermissionError(facts);
  if (status === 404) return new NotFoundError(facts);
  if (status === 409) return new ConflictError(facts);
  if (status === 429) return new RateLimitError(facts);
  return status >= 500 ? new ServerError(facts) : new InvalidRequestError(facts);
}

/** The error of a request without a readable answer. */
export function noAnswer(message: string, cause: unknown): ConnectionError {
  return new ConnectionError(
    { code: "NO_ANSWER", message, status: null, details: {}, requestId: null, retryAfterMs: null },
    { cause },
  );
}
