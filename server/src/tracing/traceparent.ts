/** What another service says of the trace that its request belongs to. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
}

const SAMPLED = "01";
const NOT_SAMPLED = "00";
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` header (W3C Trace Context, level 1). Null when there is none or it is not valid: the request
 * then begins a trace. Its sampling flag is not used: callers do not decide what this service exports.
 */
export function parseTraceparent(header: string | readonly string[] | undefined): RemoteSpan | null {
  if (typeof header !== "string") return null;
  const [, version, traceId, spanId, , rest] = form.exec(header) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || version === "ff") return null;
  // Version 00 has four parts; later ones may have more.
  if (version === "00" && rest !== undefined) return null;
  return isZero(traceId) || isZero(spanId) ? null : { traceId, spanId };
}

/** The `traceparent` header of a request that this span sends. */
export function formatTraceparent({ traceId, spanId }: RemoteSpan, sampled: boolean): string {
  return `00-${traceId}-${spanId}-${sampled ? SAMPLED : NOT_SAMPLED}`;
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);
