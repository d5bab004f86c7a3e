import type { Clock } from "../kit/clock.ts";
import { createEviction } from "../kit/evict-oldest.ts";
import { isInShare } from "./operations.ts";
import type { Span } from "./span.ts";

/** How long the spans of a trace outside the share wait for trouble, in milliseconds. */
const HELD_MS = 60_000;
/** How long after trouble the spans of its trace are still exported, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const HELD_TRACES_MAX = 5_000;
const KEPT_TRACES_MAX = 5_000;
/** Of one trace: somebody who calls in a loop must not fill the memory. */
const HELD_SPANS_MAX = 50;

/**
 * Passes on the spans of a share of all traces, and those of every trace with trouble: what came before the trouble waits
 * here for a minute. Both memories are bounded; the oldest trace goes first.
 */
export function createTail({
  clock,
  share,
  give,
}: {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly share: number;
  readonly give: (span: Span) => void;
}): (span: Span) => void {
  const held = new Map<string, { readonly sinceMs: number; readonly spans: Span[] }>();
  const kept = new Map<string, number>();
  const evictHeld = createEviction(held, HELD_TRACES_MAX);
  const evictKept = createEviction(kept, KEPT_TRACES_MAX);

  return (span) => {
    const { traceId } = span;
    if (isInShare(traceId, share)) return give(span);
    const nowMs = clock.nowMs();
    const keptSinceMs = kept.get(traceId);
    if (keptSinceMs !== undefined && nowMs - keptSinceMs < KEPT_MS) return give(span);
    const found = held.get(traceId);
    const waiting = found !== undefined && nowMs - found.sinceMs < HELD_MS ? found : undefined;
    if (span.keepsTrace) {
      held.delete(traceId);
      kept.delete(traceId);
      kept.set(traceId, nowMs);
      evictKept();
      for (const one of waiting?.spans ?? []) give(one);
      give(span);
    } else if (waiting === undefined) {
      held.delete(traceId);
      held.set(traceId, { sinceMs: nowMs, spans: [span] });
      evictHeld();
    } else if (waiting.spans.length < HELD_SPANS_MAX) waiting.spans.push(span);
  };
}
