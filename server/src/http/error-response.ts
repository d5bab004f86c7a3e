import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isFenced,
  movedTo,
  OverloadedError,
  sqlState,
} from "../db/errors.ts";
import { Refusal } from "../kit/errors.ts";
import type { Logger } from "../kit/logger.ts";
import { type ErrorEnvelope, errorEnvelope } from "./envelope.ts";
import type { ErrorContext } from "./error-context.ts";
import { errors } from "./errors.ts";
import { createUnavailableLog, type UnavailableLog } from "./unavailable-log.ts";
import { fieldErrors, type SchemaError } from "./validation.ts";

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorEnvelope;
}

/** Retry-After, in seconds, when the database is away or overloaded. */
const RETRY_AFTER_UNAVAILABLE_SECONDS = 1;

/**
 * The only place that turns an error into a response. Refusals are shown as declared; the framework's refusals are
 * translated; a database that is away becomes SERVICE_UNAVAILABLE; every other error becomes INTERNAL_ERROR with a log
 * line that holds the cause, of which the caller sees only the request id.
 */
export function errorResponse(
  error: unknown,
  context: ErrorContext,
  log: Logger,
  unavailable: Pick<UnavailableLog, "refused"> = createUnavailableLog(log),
): ErrorResponse {
  const refusal = refusalOf(error);
  // Our own code logs what it must about a refusal that it throws; other errors are known only here.
  if (!(error instanceof Refusal) && refusal.declaration.status >= 500) {
    const isAway = refusal.declaration === errors.SERVICE_UNAVAILABLE.declaration;
    if (isAway) unavailable.refused(context, error);
    else log.error("http.request.failed", { ...context, error });
  }
  const headers: Record<string, string> =
    refusal.retryAfterSeconds === undefined
      ? {}
      : { "Retry-After": String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))) };
  return {
    status: refusal.declaration.status,
    headers,
    body: errorEnvelope(refusal.declaration, refusal.details, context.requestId, refusal.message),
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode, validation, validationContext } = (error ?? {}) as FrameworkError;
  if (validation !== undefined) {
    return errors.VALIDATION_ERROR({ fields: fieldErrors(validation, validationContext ?? "body") });
  }
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return errors.PAYLOAD_TOO_LARGE();
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return errors.RESOURCE_NOT_FOUND();
  const known = passingOf(error);
  if (known !== null) return known;
  if (code?.startsWith("FST_") && statusCode !== undefined && statusCode < 500) return badTransport(code);
  return errors.INTERNAL_ERROR();
}

/** What the framework's parsers refused before schema validation. */
function badTransport(code: string): Refusal {
  const [path, message] =
    code === "FST_ERR_BAD_URL"
      ? ["url", "The address is not valid percent-encoded UTF-8."]
      : ["body", "The body could not be read."];
  return errors.VALIDATION_ERROR({ fields: [{ path, rule: "format", message }] });
}

/**
 * SQLSTATE classes: 08 connection, 57P0x shutting down or starting, 53 out of a resource (disk, connections), 55P03
 * lock timeout, 57014 statement timeout, 25P03 idle transaction ended, 25006 a server that has become read-only.
 */
const awayStates = /^(?:08...|57P0[1-5]|53...|55P03|57014|25P0[34]|25006)$/;

/** SERVICE_UNAVAILABLE for a merchant that is being moved to another cell: its writes are refused for some seconds. */
export const merchantMoves = (): Refusal =>
  errors.SERVICE_UNAVAILABLE({ reason: "moving" }, RETRY_AFTER_UNAVAILABLE_SECONDS);

/**
 * SERVICE_UNAVAILABLE for an error of a database that is away or overloaded, or of a merchant that is being moved; null for any
 * other error.
 */
export function unavailableOf(error: unknown): Refusal | null {
  if (isFenced(error)) return merchantMoves();
  return isDatabaseAway(error) ? errors.SERVICE_UNAVAILABLE({}, RETRY_AFTER_UNAVAILABLE_SECONDS) : null;
}

/** The same, and WRONG_CELL for a write of a merchant that has left this cell: what pages have words for. */
export function passingOf(error: unknown): Refusal | null {
  const place = movedTo(error);
  return place === null ? unavailableOf(error) : errors.WRONG_CELL(place);
}

/** Nothing took effect, or a retry with the same idempotency key finds out. */
function isDatabaseAway(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError ||
    error instanceof CommitUnknownError ||
    error instanceof OverloadedError ||
    awayStates.test(sqlState(error) ?? "")
  );
}

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly validation?: readonly SchemaError[];
  readonly validationContext?: string;
}
