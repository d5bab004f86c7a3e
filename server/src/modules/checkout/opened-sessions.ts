import { createEviction } from "../../kit/evict-oldest.ts";
import type { SessionKey } from "../../kit/session-id.ts";
import type { CheckoutSession, LoadedSession } from "../payments/index.ts";

/** About 10 MB; when it is full, sessions are read from the table. */
const SESSIONS_MAX = 5_000;

/**
 * Sessions as this process has just written them, for the first attempt to pay, which then need not read them. Only
 * valid for accepting: the attempt's own statement checks the version, and a session that has changed since is read. A
 * refusal is always based on a read.
 */
export interface OpenedSessions {
  keep(session: CheckoutSession): void;
  /** At most once, and only while it can be paid; null: read it. */
  take(key: SessionKey, nowMs: number): LoadedSession | null;
}

export function createOpenedSessions(sessionsMax = SESSIONS_MAX): OpenedSessions {
  const sessions = new Map<string, CheckoutSession>();
  const evict = createEviction(sessions, sessionsMax);
  return {
    keep: (session) => {
      sessions.set(session.id, session);
      evict();
    },
    take: ({ merchantNo, id }, nowMs) => {
      const session = sessions.get(id);
      if (session === undefined || session.merchantNo !== merchantNo) return null;
      sessions.delete(id);
      return nowMs < session.expiresAtMs ? { session, intent: null, charge: null } : null;
    },
  };
}
