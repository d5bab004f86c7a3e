import { decodeBase32, type Id, madeAtMs, parsePublicId } from "../kit/ids.ts";
import type { SpanIds } from "./span.ts";

/**
 * An attempt to pay, a refund or a payout is one trace, and its UUID is the trace's id. So every process, thread and
 * instance finds the trace of an operation without being told, also days later, and all decide alike whether it is in the
 * exported share.
 */
export interface Operation {
  readonly traceId: string;
  /** Of the span of the whole operation, the root of its trace. */
  readonly rootSpanId: string;
  /** When it was made, in epoch milliseconds: a UUIDv7 begins with it. */
  readonly madeAtMs: number;
}

const ID_BYTES = 16;
const SPAN_DIGITS = 16;

/** The operation with this stored id. The last digits of a UUID hold its variant, so they are never all zero. */
export function operationOf(uuid: string): Operation {
  const traceId = uuid.replaceAll("-", "");
  return { traceId, rootSpanId: traceId.slice(-SPAN_DIGITS), madeAtMs: madeAtMs(uuid) };
}

/** The operation that a provider knows by this reference (32 characters: the id, then the merchant's number). */
export function operationOfReference(reference: string): Operation | null {
  const bytes = decodeBase32(reference);
  if (bytes === null || bytes.length <= ID_BYTES) return null;
  const digits = bytes.toString("hex", 0, ID_BYTES);
  return {
    traceId: digits,
    rootSpanId: digits.slice(-SPAN_DIGITS),
    madeAtMs: Number.parseInt(digits.slice(0, 12), 16),
  };
}

const kinds = { ch: "charge", re: "refund", po: "payout" } as const;

/** The operation with this public id; null for the id of anything else. */
export function operationOfPublicId(text: unknown): Operation | null {
  if (typeof text !== "string") return null;
  const kind = kinds[text.slice(0, text.indexOf("_")) as keyof typeof kinds];
  const id: Id<"charge" | "refund" | "payout"> | null = kind === undefined ? null : parsePublicId(kind, text);
  return id === null ? null : operationOf(id);
}

/** The operation that an answer is about: the object itself, or the attempt that it names. */
export function operationOfAnswer(data: unknown): Operation | null {
  if (typeof data !== "object" || data === null) return null;
  const { id, chargeId } = data as { readonly id?: unknown; readonly chargeId?: unknown };
  return operationOfPublicId(id) ?? operationOfPublicId(chargeId);
}

/** The operation that the body of an event is about. */
export function operationOfEvent(payload: string): Operation | null {
  const { data } = JSON.parse(payload) as { readonly data?: unknown };
  return operationOfAnswer(data);
}

/** The place of the span of the whole operation. */
export function rootOf({ traceId, rootSpanId }: Operation): SpanIds {
  return { traceId, spanId: rootSpanId, parentSpanId: null };
}

/**
 * Whether a trace is in the share that is exported. `share`: from 0 to 1. It depends on the trace's id alone, on its last
 * 13 digits, which are random in our ids and in those of level 2 of W3C Trace Context.
 */
export function isInShare(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < share * 16 ** RANDOM_DIGITS;
}

const RANDOM_DIGITS = 13;
