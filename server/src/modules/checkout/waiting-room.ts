/**
 * Who waits for a session to change. A waiter holds a promise and a timer, no connection: ten thousand cost memory only.
 * Changes made by this process wake at once, those of another process when it tells of them (`Database.tell`); a message
 * that was lost is made up for by the next look, `LOOK_AGAIN_MS` later.
 */
export interface WaitingRoom {
  /** Resolves when the session changes, after `timeoutMs`, or when `signal` aborts. */
  wait(sessionId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  changed(sessionId: string): void;
  /** Lets everybody go: the service is stopping. */
  close(): void;
  isClosed(): boolean;
  readonly size: () => number;
}

export function createWaitingRoom(): WaitingRoom {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;

  const wake = (sessionId: string): void => {
    const waiters = waiting.get(sessionId);
    if (waiters === undefined) return;
    waiting.delete(sessionId);
    for (const leave of waiters) leave();
  };

  return {
    wait: (sessionId, timeoutMs, signal) => {
      if (closed || signal.aborted || timeoutMs <= 0) return Promise.resolve();
      return new Promise<void>((resolve) => {
        const leave = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", leave);
          const others = waiting.get(sessionId);
          others?.delete(leave);
          if (others?.size === 0) waiting.delete(sessionId);
          resolve();
        };
        const timer = setTimeout(leave, timeoutMs);
        signal.addEventListener("abort", leave);
        const others = waiting.get(sessionId);
        if (others === undefined) waiting.set(sessionId, new Set([leave]));
        else others.add(leave);
      });
    },
    changed: wake,
    close: () => {
      closed = true;
      for (const sessionId of [...waiting.keys()]) wake(sessionId);
    },
    isClosed: () => closed,
    size: () => waiting.size,
  };
}
