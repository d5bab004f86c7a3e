import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import type { LongPollRegistry, PaymentBatchWriters } from "../payments/index.ts";
import { findMoved } from "./store/read-states.ts";

/** How soon at the latest a waiter learns of an expiry, or of another process's change whose notification was lost. */
const LOOK_AGAIN_MS = 2_000;
/** Sessions per statement: other readers get their turn between two of them. */
const SESSIONS_AT_ONCE = 256;

/**
 * Checks periodically all sessions that have waiters, and wakes those that have changed unnoticed or expired. One check
 * for ten thousand waiters uses 0.02 cores; separate checks for each waiter used 0.33, and together they filled the
 * shared read batch writer. Returns a function that a waiter calls before it waits: without waiters there are no
 * checks.
 */
export function createSessionWatcher(deps: {
  readonly longPollRegistry: LongPollRegistry;
  readonly batchWriters: Pick<PaymentBatchWriters, "read">;
  readonly clock: Clock;
  readonly log: Logger;
}): () => void {
  const { longPollRegistry, batchWriters, clock, log } = deps;
  let timer: NodeJS.Timeout | null = null;
  const trouble = createTroubleLog({
    log,
    event: "checkout.session_watcher.trouble",
    level: "warn",
    nowMs: clock.nowMs,
  });

  const look = async (): Promise<void> => {
    const sessions = longPollRegistry.list();
    const nowMs = clock.nowMs();
    for (const { id, expiresAtMs } of sessions) if (nowMs >= expiresAtMs) longPollRegistry.changed(id);
    for (let from = 0; from < sessions.length; from += SESSIONS_AT_ONCE) {
      const some = sessions.slice(from, from + SESSIONS_AT_ONCE);
      const moved = await Promise.all(some.map((session) => batchWriters.read.run(findMoved, session)));
      for (const [index, { id }] of some.entries()) if (moved[index] === true) longPollRegistry.changed(id);
    }
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      look()
        // An unreachable database is asked again; waiters are answered when their time is over.
        .then(trouble.worked, (error: unknown) => trouble.failed(error))
        .finally(() => {
          timer = null;
          if (longPollRegistry.size() > 0) later();
        });
    }, LOOK_AGAIN_MS);
    timer.unref();
  };
  return later;
}
