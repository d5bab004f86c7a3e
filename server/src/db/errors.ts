import pg from "pg";
import type { CellCode } from "../kit/cell.ts";

/**
 * PostgreSQL could not be reached, or the connection broke before COMMIT was sent: nothing took effect. A retry is
 * safe.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/**
 * The service cannot start on this database, or on the pooler in front of it. The message is the line that an operator
 * reads.
 */
export class DatabaseRefusedError extends Error {
  override readonly name = "DatabaseRefusedError";
}

/** The service was told to stop during its start: nothing failed. */
export class StartStoppedError extends Error {
  override readonly name = "StartStoppedError";
}

/** The load exceeds what the database can do, or the database stays away: nothing is known to have been done. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
}

/**
 * The connection broke between sending COMMIT (or a statement outside a transaction) and its answer: it may have taken
 * effect or not. The writer reads back by the ids it made, or repeats with the same ids.
 */
export class CommitUnknownError extends Error {
  override readonly name = "CommitUnknownError";
}

/** The five-character SQLSTATE of an error that PostgreSQL sent; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Raised by the fence around a merchant that is being moved to another cell (`refuse_fenced_write`). */
const FENCED = "MV001";

/** Whether the write was refused because its merchant is being moved: nothing was done, and a retry is safe. */
export function isFenced(error: unknown): boolean {
  return sqlState(error) === FENCED;
}

/** Raised by the fence around a merchant that lives in another cell; its detail says which. */
const MOVED = "MV002";

/** Whether the write was refused because its merchant lives in another cell. Both codes are null for the default cell. */
export function movedTo(
  error: unknown,
): { readonly cell: CellCode | null; readonly answeredBy: CellCode | null } | null {
  return error instanceof pg.DatabaseError && error.code === MOVED ? JSON.parse(error.detail ?? "") : null;
}

/** The constraint that refused the statement, if any: stores map its name to a declared refusal. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

/** Whether PostgreSQL rolled back for a reason that a retry of the same work is unlikely to meet. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION_FAILURE;
}

/** Whether the server ended the session with this error: shutdown, crash, `pg_terminate_backend`. */
export function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === "FATAL" || error.severity === "PANIC");
}
