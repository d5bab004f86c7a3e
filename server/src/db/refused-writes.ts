/** SQLSTATEs of a server that takes no writes from anybody: read-only (25006), and a full disk (53100). */
const READ_ONLY = "25006";
const DISK_FULL = "53100";

export const isReadOnly = (state: string | undefined): boolean => state === READ_ONLY;

/** So long a full disk is believed after the last write that it refused: then somebody may have made room. */
const BELIEVED_MS = 15_000;

/** What the statements of this process have met: the health of a server shows in them before any question finds it out. */
export interface RefusedWrites {
  /** Takes the SQLSTATE of each error that a server sends. */
  note(state: string): void;
  /** Times that a read-only server has refused: who asks about it anew wants a fresh connection. */
  readOnlyCount(): number;
  /** A write found the disk full, a moment ago. */
  isDiskFull(): boolean;
}

/** `monotonicMs` is for tests. */
export function createRefusedWrites(monotonicMs: () => number = () => performance.now()): RefusedWrites {
  let readOnlyCount = 0;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  return {
    note: (state) => {
      if (isReadOnly(state)) readOnlyCount += 1;
      if (state === DISK_FULL) fullAtMs = monotonicMs();
    },
    readOnlyCount: () => readOnlyCount,
    isDiskFull: () => monotonicMs() - fullAtMs < BELIEVED_MS,
  };
}
