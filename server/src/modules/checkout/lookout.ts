import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import type { PaymentLanes, WaitingRoom } from "../payments/index.ts";
import { findMoved } from "./store/read-states.ts";

/** A change of which another process told in vain, or an expiry, is seen at the latest after this. */
const LOOK_AGAIN_MS = 2_000;
/** Sessions asked about in one statement: others who read come between two of them. */
const SESSIONS_AT_ONCE = 256;

/**
 * Looks now and then through all sessions that somebody waits for, and wakes those whose session has moved on unnoticed or
 * whose time is over. One look for ten thousand waiters uses 0.02 cores; when each looked for itself it was 0.33, and
 * together they filled the lane of everybody who reads. Returns what a waiter calls before it waits: nobody looks while nobody waits.
 */
export function createLookout(deps: {
  readonly waitingRoom: WaitingRoom;
  readonly lanes: Pick<PaymentLanes, "read">;
  readonly clock: Clock;
  readonly log: Logger;
}): () => void {
  const { waitingRoom, lanes, clock, log } = deps;
  let timer: NodeJS.Timeout | null = null;
  const trouble = createTroubleLog({
    log,
    event: "checkout.look.trouble",
    level: "warn",
    nowMs: clock.nowMs,
  });

  const look = async (): Promise<void> => {
    const sessions = waitingRoom.list();
    const nowMs = clock.nowMs();
    for (const { id, expiresAtMs } of sessions) if (nowMs >= expiresAtMs) waitingRoom.changed(id);
    for (let from = 0; from < sessions.length; from += SESSIONS_AT_ONCE) {
      const some = sessions.slice(from, from + SESSIONS_AT_ONCE);
      const moved = await Promise.all(some.map((session) => lanes.read.run(findMoved, session)));
      for (const [index, { id }] of some.entries()) if (moved[index] === true) waitingRoom.changed(id);
    }
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      look()
        // A database that is away is asked again; who waits is answered when its time is over.
        .then(trouble.worked, (error: unknown) => trouble.failed(error))
        .finally(() => {
          timer = null;
          if (waitingRoom.size() > 0) later();
        });
    }, LOOK_AGAIN_MS);
    timer.unref();
  };
  return later;
}
