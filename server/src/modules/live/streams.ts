import type { EventStream } from "../../http/event-stream.ts";
import type { Following } from "../../http/route.ts";
import { liveErrors } from "./errors.ts";

/** Streams that one process keeps open, of everybody together. */
const STREAMS_MAX = 400;
/** Of one person, operator or key: each browser needs one. */
const STREAMS_PER_HOLDER_MAX = 10;
/** When a refused client may come back, in seconds. */
const RETRY_AFTER_SECONDS = 15;
/** Proxies close connections on which nothing happens. */
const BEAT_EVERY_MS = 15_000;
/** How often it is asked whether the reader of a stream may still read it, in milliseconds. */
const ACCESS_EVERY_MS = 1_000;

/** A stream that is open, and whose it is. */
export interface OpenStream {
  readonly holder: string;
  /** Writes one message; `positionMs` is where the reader goes on after a pause. */
  tell(data: unknown, positionMs: number): void;
}

/** The streams of this process. */
export function createStreams() {
  interface Kept extends OpenStream {
    readonly stream: EventStream;
    readonly stillAllowed: Following["stillAllowed"];
    lastSentMs: number;
    checkedAtMs: number;
  }
  const kept = new Set<Kept>();

  const endIfNotAllowed = async (open: Kept, nowMs: number): Promise<void> => {
    if (nowMs - open.checkedAtMs < ACCESS_EVERY_MS) return;
    open.checkedAtMs = nowMs;
    if (!(await open.stillAllowed())) open.stream.end();
  };

  return {
    /** Refuses with TOO_MANY_STREAMS. */
    refuseExcess: (holder: string): void => {
      const own = [...kept].filter((open) => open.holder === holder).length;
      if (own >= STREAMS_PER_HOLDER_MAX)
        throw liveErrors.TOO_MANY_STREAMS({ of: "caller", most: own }, RETRY_AFTER_SECONDS);
      if (kept.size >= STREAMS_MAX) throw liveErrors.TOO_MANY_STREAMS({ of: "service" }, RETRY_AFTER_SECONDS);
    },

    /** Keeps a stream until it ends; then `onEnd` is called. */
    keep: (
      stream: EventStream,
      { holder, stillAllowed }: Pick<Kept, "holder" | "stillAllowed">,
      nowMs: number,
      onEnd: (open: OpenStream) => void,
    ): OpenStream => {
      const open: Kept = {
        holder,
        stream,
        stillAllowed,
        lastSentMs: nowMs,
        checkedAtMs: nowMs,
        tell: (data, positionMs) => {
          open.lastSentMs = positionMs;
          stream.send({ position: String(positionMs), data });
        },
      };
      kept.add(open);
      stream.onEnd(() => {
        kept.delete(open);
        onEnd(open);
      });
      return open;
    },

    /** Ends streams whose reader lost the access, and keeps the others from falling silent. */
    attend: async (nowMs: number): Promise<void> => {
      // One after the other: this must not take the connections that requests need.
      for (const open of kept) await endIfNotAllowed(open, nowMs);
      for (const open of kept) {
        if (nowMs - open.lastSentMs < BEAT_EVERY_MS) continue;
        open.lastSentMs = nowMs;
        open.stream.beat();
      }
    },

    count: (): number => kept.size,
  };
}
export type Streams = ReturnType<typeof createStreams>;
