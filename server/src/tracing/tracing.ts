import type { Clock } from "../kit/clock.ts";
import type { Random } from "../kit/random.ts";
import { isInShare, type Operation } from "./operations.ts";
import type { Span, SpanIds } from "./span.ts";
import { createTail } from "./tail.ts";
import { formatTraceparent, type RemoteSpan } from "./traceparent.ts";

/** Takes the spans of this process. Nothing here waits, and nothing throws: the payment goes on. */
export interface Tracing {
  /** The place of a span that begins within `parent`: an operation, a span of another service, or a trace of its own. */
  begin(parent: Operation | RemoteSpan | null): SpanIds;
  /**
   * The place of a span that nobody else can know or follow, in a trace of its own; null: it is not exported, so it need not be made.
   * `keepsTrace`: as of the span.
   */
  beginAlone(keepsTrace: boolean): SpanIds | null;
  /** The `traceparent` of a request that this span sends. */
  traceparent(ids: SpanIds): string;
  end(span: Span): void;
}

export interface TracingDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The share of all traces that is exported, from 0 to 1. */
  readonly share: number;
  /** Receives what is exported. */
  readonly give: (span: Span) => void;
}

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

export function createTracing({ clock, random, share, give }: TracingDeps): Tracing {
  const tail = createTail({ clock, share, give });
  const newSpanId = (): string => random.bytes(SPAN_BYTES).toString("hex");
  const newTraceId = (): string => random.bytes(TRACE_BYTES).toString("hex");
  return {
    begin: (parent) => {
      if (parent === null) return { traceId: newTraceId(), spanId: newSpanId(), parentSpanId: null };
      const parentSpanId = "rootSpanId" in parent ? parent.rootSpanId : parent.spanId;
      return { traceId: parent.traceId, spanId: newSpanId(), parentSpanId };
    },
    beginAlone: (keepsTrace) => {
      const traceId = newTraceId();
      return keepsTrace || isInShare(traceId, share)
        ? { traceId, spanId: newSpanId(), parentSpanId: null }
        : null;
    },
    traceparent: (ids) => formatTraceparent(ids, isInShare(ids.traceId, share)),
    end: (span) => tail(span.endMs < span.startMs ? { ...span, endMs: span.startMs } : span),
  };
}
