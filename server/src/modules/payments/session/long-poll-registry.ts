import type { SessionKey } from "../../../kit/session-id.ts";

/**
 * The long-poll registry: waiters for a session's change. A waiter is a promise and a timer, not a connection, so ten
 * thousand cost only memory. Changes by this process wake waiters at once, those of another process when its
 * notification arrives (`Database.notify`); the periodic check of the `list` makes up for lost notifications.
 */
export interface LongPollRegistry {
  /**
   * Resolves true when the session changes; false after `timeoutMs`, when `signal` aborts, or when the registry closes.
   */
  wait(session: WatchedSession, timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Calls `onWake` once: with true when the session changes, with false when the registry closes. Returns a function
   * that ends the watch. Needs no promise, timer or signal, because every payment watches its session while its
   * provider is called.
   */
  watch(session: WatchedSession, onWake: (changed: boolean) => void): () => void;
  changed(sessionId: string): void;
  /** The sessions with waiters, each once. */
  list(): readonly WatchedSession[];
  /** Wakes all waiters: the service is stopping. */
  close(): void;
  /** Number of sessions with waiters. */
  readonly size: () => number;
}

/** A session with the version that a waiter knows. */
export interface WatchedSession extends SessionKey {
  readonly version: number;
  readonly expiresAtMs: number;
}

interface Watch {
  /** With the oldest version that any waiter knows. */
  session: WatchedSession;
  readonly waiters: Set<(changed: boolean) => void>;
}

export function createLongPollRegistry(): LongPollRegistry {
  const watches = new Map<string, Watch>();
  let closed = false;

  const wake = (sessionId: string, changed: boolean): void => {
    const watch = watches.get(sessionId);
    if (watch === undefined) return;
    watches.delete(sessionId);
    for (const leave of watch.waiters) leave(changed);
  };

  const watch: LongPollRegistry["watch"] = (session, onWake) => {
    const known = watches.get(session.id);
    if (known === undefined) watches.set(session.id, { session, waiters: new Set([onWake]) });
    else {
      known.waiters.add(onWake);
      if (session.version < known.session.version) known.session = session;
    }
    return () => {
      const watched = watches.get(session.id);
      watched?.waiters.delete(onWake);
      if (watched?.waiters.size === 0) watches.delete(session.id);
    };
  };

  return {
    watch,
    wait: (session, timeoutMs, signal) => {
      if (closed || signal.aborted || timeoutMs <= 0) return Promise.resolve(false);
      return new Promise<boolean>((resolve) => {
        const leave = (changed: boolean): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          unwatch();
          resolve(changed);
        };
        const giveUp = (): void => leave(false);
        const timer = setTimeout(giveUp, timeoutMs);
        signal.addEventListener("abort", giveUp);
        const unwatch = watch(session, leave);
      });
    },
    changed: (sessionId) => wake(sessionId, true),
    list: () => [...watches.values()].map(({ session }) => session),
    close: () => {
      closed = true;
      for (const sessionId of [...watches.keys()]) wake(sessionId, false);
    },
    size: () => watches.size,
  };
}
