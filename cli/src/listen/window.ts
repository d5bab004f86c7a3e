/** How far a list of things that happened has been read. */
export interface Position {
  /** When the newest one happened, in epoch milliseconds of the service; null: nothing had happened. */
  readonly newestMs: number | null;
  /** Ids of those that happened within the overlap. */
  readonly seen: readonly (readonly [id: string, atMs: number])[];
}

/**
 * Two things of the same instant can become visible in either order, and a slow transaction later than a newer one: each read
 * begins so long before the newest one, and what is known is left out. docs/concepts/webhooks.md says how long.
 */
const OVERLAP_MS = 60_000;

export const startOfTime: Position = { newestMs: null, seen: [] };

/** From when on to read; undefined: everything. Pure. */
export function readFrom({ newestMs }: Position): string | undefined {
  return newestMs === null ? undefined : new Date(newestMs - OVERLAP_MS).toISOString();
}

/** Whether it was read already. Pure. */
export function isSeen({ newestMs, seen }: Position, id: string, atMs: number): boolean {
  return seen.some(([known]) => known === id) || (newestMs !== null && atMs < newestMs - OVERLAP_MS);
}

/** The position once this one was read, too. Pure. */
export function past({ newestMs, seen }: Position, id: string, atMs: number): Position {
  const newest = Math.max(newestMs ?? atMs, atMs);
  return {
    newestMs: newest,
    seen: [...seen, [id, atMs] as const].filter(([, at]) => at >= newest - OVERLAP_MS),
  };
}
