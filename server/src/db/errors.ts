import pg from "pg";

/** PostgreSQL could not be reached, or went away before COMMIT was sent: nothing took effect. Trying again is safe. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/** The database, or what stands before it, is not fit to start on: the message is the line that an operator reads. */
export class DatabaseRefusedError extends Error {
  override readonly name = "DatabaseRefusedError";
}

/** The service was told to stop before it had started: nothing failed. */
export class StartStoppedError extends Error {
  override readonly name = "StartStoppedError";
}

/** More is asked than the database keeps up with, or it stays away: nothing is known to have been done. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
}

/**
 * The connection broke after COMMIT (or a statement outside a transaction) was sent and before its answer came: it may
 * have taken effect or not. Whoever wrote reads back by the ids it made, or repeats with the same ids.
 */
export class CommitUnknownError extends Error {
  override readonly name = "CommitUnknownError";
}

/** The five-character SQLSTATE of an error that PostgreSQL sent; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The constraint that refused the statement, if one did: stores map its name to a declared refusal. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";

/** Whether PostgreSQL rolled back for a reason that the same work meets only by chance. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION_FAILURE;
}

/** Whether the server ended the session with this error: shutdown, crash, `pg_terminate_backend`. */
export function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === "FATAL" || error.severity === "PANIC");
}
