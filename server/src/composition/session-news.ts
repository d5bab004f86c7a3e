import type { Database } from "../db/database.ts";
import { messagesOf } from "../db/notifier.ts";
import { createLongPollRegistry, type LongPollRegistry } from "../modules/payments/index.ts";

/** Clients waiting for a session may be connected to another process. */
const SESSION_CHANGED = "session_changed";

export interface SessionNews {
  readonly longPollRegistry: LongPollRegistry;
  stop(): void;
}

/** The status requests that wait in this process. They are notified of changes that any process makes. */
export function createSessionNews(db: Pick<Database, "listen" | "notify">, alone: boolean): SessionNews {
  const own = createLongPollRegistry();
  const stopListening = db.listen(SESSION_CHANGED, (payload) => {
    for (const sessionId of messagesOf(payload)) own.changed(sessionId);
  });
  return {
    longPollRegistry: {
      ...own,
      changed: (sessionId) => {
        own.changed(sessionId);
        if (!alone) db.notify(SESSION_CHANGED, sessionId);
      },
    },
    stop: () => {
      own.close();
      stopListening();
    },
  };
}
