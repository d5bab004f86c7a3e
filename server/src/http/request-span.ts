import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kit/clock.ts";
import { operationOfAnswer } from "../tracing/operations.ts";
import { parseTraceparent } from "../tracing/traceparent.ts";
import type { Tracing } from "../tracing/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The object that is answered: its trace is the request's. Null: none. */
    answered: unknown;
  }
}

/** Refused early or while stopping: not worth a trace of its own each. */
const UNAVAILABLE = 503;
const readers = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Ends the span of an answered request. A request that changes an attempt, a refund or a payout is in the trace of that
 * operation; when its caller sent a `traceparent`, it is in the caller's trace too, and the two refer to each other.
 */
export function endRequestSpan(
  tracing: Tracing,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const caller = parseTraceparent(request.headers.traceparent);
  const operation = readers.has(request.method) ? null : operationOfAnswer(request.answered);
  const isError = reply.statusCode >= 500;
  const keepsTrace = isError && reply.statusCode !== UNAVAILABLE;
  // Most requests are polls and lists without a trace to belong to: their span is made only if it is exported.
  const isAlone = operation === null && caller === null;
  const own = isAlone ? tracing.beginAlone(keepsTrace) : tracing.begin(operation ?? caller);
  if (own === null) return;
  const route = request.routeOptions.url ?? "(none)";
  const endMs = clock.nowMs();
  const span = {
    name: `${request.method} ${route}`,
    kind: "server",
    startMs: endMs - reply.elapsedTime,
    endMs,
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "http.response.status_code": reply.statusCode,
      "cauris.request_id": request.id,
    },
    isError,
    keepsTrace,
  } as const;
  if (operation === null || caller === null) {
    tracing.end({ ...span, ...own, link: null });
    return;
  }
  const theirs = tracing.begin(caller);
  tracing.end({ ...span, ...own, link: theirs });
  tracing.end({ ...span, ...theirs, link: own });
}
