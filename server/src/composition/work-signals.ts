import type { Database } from "../db/database.ts";
import { messagesOf } from "../db/notifier.ts";

/** Sent by a process that only answers requests: there is work of this name for the worker processes. */
const WORK_WAITS = "work_waits";

export interface WorkSignals {
  /** Returns the function that wakes this work: here, or in another process when this one only answers requests. */
  register(name: string, wake: () => void): () => void;
  /** This process works from now on. */
  start(): void;
  stop(): void;
}

/** `alone`: no other process works on the database, so none is notified. */
export function createWorkSignals(db: Pick<Database, "listen" | "notify">, alone: boolean): WorkSignals {
  const wakers = new Map<string, () => void>();
  let works = false;
  const stopListening = db.listen(WORK_WAITS, (payload) => {
    if (works) for (const name of messagesOf(payload)) wakers.get(name)?.();
  });
  return {
    register: (name, wake) => {
      wakers.set(name, wake);
      return () => {
        if (works) wake();
        else if (!alone) db.notify(WORK_WAITS, name);
      };
    },
    start: () => {
      works = true;
    },
    stop: stopListening,
  };
}
