import type { SessionKey } from "../../kit/session-id.ts";
import type { CheckoutLanes } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import { readSessions } from "./store/read-sessions.ts";
import type { LoadedSession } from "./types.ts";

export type LoadSession = (key: SessionKey) => Promise<LoadedSession>;

/** A session with its intent and its current charge. Refuses with CHECKOUT_SESSION_NOT_FOUND. */
export function createLoadSession({ read }: Pick<CheckoutLanes, "read">): LoadSession {
  return async ({ merchantNo, id }) => {
    const loaded = await read.run(readSessions, { merchantNo, sessionId: id, chargeId: null });
    if (loaded === null) throw checkoutErrors.CHECKOUT_SESSION_NOT_FOUND();
    return loaded;
  };
}
