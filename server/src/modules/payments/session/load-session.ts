import type { SessionKey } from "../../../kit/session-id.ts";
import type { PaymentBatchWriters } from "../deps.ts";
import { readSessions } from "../store/read-sessions.ts";
import type { LoadedSession } from "./types.ts";

export type LoadSession = (key: SessionKey) => Promise<LoadedSession>;

/**
 * A session with its intent and its current charge. Throws what `notFound` makes when there is none; by default an
 * internal error.
 */
export function createLoadSession(
  { read }: Pick<PaymentBatchWriters, "read">,
  notFound: () => Error = () => new Error("the session of a payment is there"),
): LoadSession {
  return async ({ merchantNo, id }) => {
    const loaded = await read.run(readSessions, { merchantNo, sessionId: id, chargeId: null });
    if (loaded === null) throw notFound();
    return loaded;
  };
}
