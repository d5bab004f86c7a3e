/** SQLSTATEs of a server that accepts no writes at all: read-only (25006), and a full disk (53100). */
const READ_ONLY = "25006";
const DISK_FULL = "53100";

export const isReadOnly = (state: string | undefined): boolean => state === READ_ONLY;

/** How long the disk counts as full after the last refused write: an operator may free space. */
const BELIEVED_MS = 15_000;

/**
 * Refused writes that the statements of this process have met: they show a sick server before any health check does.
 */
export interface RefusedWrites {
  /** Receives the SQLSTATE of each error that a server sends. */
  note(state: string): void;
  /** How often a read-only server has refused a write: after an increase, callers should open a new connection. */
  readOnlyCount(): number;
  /** Whether a write failed on a full disk a moment ago. */
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
