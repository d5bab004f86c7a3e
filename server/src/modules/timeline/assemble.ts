import { type Entry, entryKinds } from "./entries.ts";

/** A line of a timeline with the time since the one before. */
export interface PlacedEntry extends Entry {
  /** Null: it is the first one. */
  readonly afterMs: number | null;
}

const rank = new Map(entryKinds.map((kind, index) => [kind, index]));

/** Oldest first; what happened in the same millisecond, in the order of `entryKinds`. Pure. */
export function assemble(entries: readonly Entry[]): readonly PlacedEntry[] {
  const sorted = entries.toSorted(
    (one, other) => one.atMs - other.atMs || (rank.get(one.kind) ?? 0) - (rank.get(other.kind) ?? 0),
  );
  return sorted.map((entry, index) => {
    const before = sorted[index - 1];
    return { ...entry, afterMs: before === undefined ? null : entry.atMs - before.atMs };
  });
}
