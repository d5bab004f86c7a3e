import type { SessionKey } from "../../kit/session-id.ts";

/**
 * Who waits for a session to change. A waiter holds a promise and a timer, no connection: ten thousand cost memory only.
 * Changes made by this process wake at once, those of another process when it tells of them (`Database.tell`); a message
 * that was lost is made up for by whoever looks through the `list`.
 */
export interface WaitingRoom {
  /** Resolves true when the session changes; false after `timeoutMs`, when `signal` aborts, or when the room closes. */
  wait(session: WatchedSession, timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  changed(sessionId: string): void;
  /** What somebody waits for, each session once. */
  list(): readonly WatchedSession[];
  /** Lets everybody go: the service is stopping. */
  close(): void;
  /** Sessions that somebody waits for. */
  readonly size: () => number;
}

/** A session as a waiter knows it. */
export interface WatchedSession extends SessionKey {
  readonly version: number;
  readonly expiresAtMs: number;
}

interface Watch {
  /** As the one knows it who knows least. */
  session: WatchedSession;
  readonly waiters: Set<(changed: boolean) => void>;
}

export function createWaitingRoom(): WaitingRoom {
  const watches = new Map<string, Watch>();
  let closed = false;

  const wake = (sessionId: string, changed: boolean): void => {
    const watch = watches.get(sessionId);
    if (watch === undefined) return;
    watches.delete(sessionId);
    for (const leave of watch.waiters) leave(changed);
  };

  return {
    wait: (session, timeoutMs, signal) => {
      if (closed || signal.aborted || timeoutMs <= 0) return Promise.resolve(false);
      return new Promise<boolean>((resolve) => {
        const leave = (changed: boolean): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          const watch = watches.get(session.id);
          watch?.waiters.delete(leave);
          if (watch?.waiters.size === 0) watches.delete(session.id);
          resolve(changed);
        };
        const giveUp = (): void => leave(false);
        const timer = setTimeout(giveUp, timeoutMs);
        signal.addEventListener("abort", giveUp);
        const watch = watches.get(session.id);
        if (watch === undefined) watches.set(session.id, { session, waiters: new Set([leave]) });
        else {
          watch.waiters.add(leave);
          if (session.version < watch.session.version) watch.session = session;
        }
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
