import { createClient } from "./client.ts";
import { connectFailure } from "./connect-failure.ts";
import type { Queryable } from "./database.ts";
import { CommitUnknownError, DatabaseUnavailableError } from "./errors.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import { ConnectionBrokenError, createSession, type SessionOptions } from "./session.ts";

/**
 * One connection that its owner does not share, for statements that are a transaction of their own. A statement whose
 * answer was lost rejects with CommitUnknownError, one that was never sent with DatabaseUnavailableError. After either
 * error the connection is closed and the owner opens another.
 */
export interface DedicatedConnection extends Queryable {
  /** Resolves with the reason once the connection is unusable. Never rejects. */
  readonly broken: Promise<Error>;
  isBroken(): boolean;
  close(): Promise<void>;
}

export interface DedicatedConnectionOptions extends SessionOptions {
  /** Receives the writes that the server refuses to every client. */
  readonly refusedWrites?: RefusedWrites;
  readonly onNotification?: (channel: string, payload: string) => void;
}

/** Opens a connection. Rejects with DatabaseUnavailableError when PostgreSQL cannot be reached or refuses. */
export async function openDedicatedConnection(
  options: DedicatedConnectionOptions,
): Promise<DedicatedConnection> {
  const client = createClient(options);
  const session = createSession(client, options, options.refusedWrites);
  client.on("notification", ({ channel, payload }) => options.onNotification?.(channel, payload ?? ""));
  try {
    await client.connect();
  } catch (cause) {
    client.end().catch(() => {});
    throw unreachable(cause, options.url);
  }
  return {
    query: async <Row>(query: Parameters<Queryable["query"]>[0]) => {
      try {
        return (await session.query<Row>(query)).rows;
      } catch (error) {
        throw outsideTransaction(error);
      }
    },
    broken: session.broken,
    isBroken: () => session.brokenBy() !== null,
    close: () => client.end(),
  };
}

/** A failed connection attempt, with the message of the side that refused it. */
export function unreachable(cause: unknown, url: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `PostgreSQL cannot be reached: ${connectFailure(cause, url).explanation}`,
    {
      cause,
    },
  );
}

/** Translates a broken connection for a statement that is a transaction of its own. */
export function outsideTransaction(error: unknown): unknown {
  if (!(error instanceof ConnectionBrokenError)) return error;
  return error.sent
    ? new CommitUnknownError("the connection broke before the statement's answer came", { cause: error })
    : new DatabaseUnavailableError("the connection to PostgreSQL is gone", { cause: error });
}
