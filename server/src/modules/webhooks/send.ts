import type { Egress } from "../../http-out/index.ts";
import type { Clock } from "../../kit/clock.ts";
import { HttpOutError, type OutgoingResponse } from "../../kit/http-out.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { concealSessionIds, revealSessionIds } from "../../kit/session-id.ts";
import { operationOfEvent } from "../../tracing/operations.ts";
import type { Tracing } from "../../tracing/tracing.ts";
import { createAddresses } from "./addresses.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import { type AttemptOutcome, parseRetryAfter } from "./rules.ts";
import { signatureHeaders } from "./signing.ts";
import { createSigningKeys } from "./signing-keys.ts";

export const SEND_TIMEOUT_MS = 15_000;
const RESPONSE_BYTES_MAX = 64 * 1024;
/** The stored part of an answer: characters of at most a kilobyte. */
const EXCERPT_BYTES_MAX = 1_024;
/** Maximum UTF-8 bytes per UTF-16 unit. */
const UTF8_BYTES_MAX = 3;

/** The headers that are the same for every attempt. */
export const plainHeaders = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Cauris-Webhooks/1",
} as const;

/** The result of one attempt. */
export interface Sent {
  readonly outcome: AttemptOutcome;
  /** The address without its query; null when nothing could be sent. */
  readonly sentTo: string | null;
  readonly responseExcerpt: string | null;
  readonly durationMs: number;
  readonly atMs: number;
}

export interface SendDeps {
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly egress: Pick<Egress, "guarded">;
  readonly timeoutMs: number;
  /** Absent: traces are off. */
  readonly tracing?: Tracing | undefined;
}

/** Posts one delivery and reads the answer. Never rejects because of the receiver. */
export type Sender = (delivery: ClaimedDelivery) => Promise<Sent>;

export function createSender({ clock, keyring, egress, timeoutMs, tracing }: SendDeps): Sender {
  const keysOf = createSigningKeys(keyring);
  const addressOf = createAddresses(keyring);
  const guarded = { LIVE: egress.guarded("LIVE"), SANDBOX: egress.guarded("SANDBOX") };

  const send = async (delivery: ClaimedDelivery, traceparent: string | null): Promise<Sent> => {
    const startedMs = clock.nowMs();
    const body = revealSessionIds(keyring, delivery.merchantNo, delivery.payload);
    const message = { id: publicId("event", delivery.eventId), sentAtMs: startedMs, body };
    const headers = {
      ...plainHeaders,
      ...signatureHeaders(keysOf(delivery, startedMs), message),
      ...(traceparent === null ? {} : { traceparent }),
    };
    const { url, withoutQuery: sentTo } = addressOf(delivery);
    const request = {
      method: "POST",
      url,
      headers,
      body,
      timeoutMs,
      responseBytesMax: RESPONSE_BYTES_MAX,
    } as const;
    try {
      const answer = await guarded[delivery.mode](request);
      const atMs = clock.nowMs();
      const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], atMs);
      return {
        outcome: { kind: "answer", statusCode: answer.status, retryAfterMs },
        sentTo,
        responseExcerpt: excerptOf(answer),
        durationMs: atMs - startedMs,
        atMs,
      };
    } catch (error) {
      if (!(error instanceof HttpOutError)) throw error;
      const atMs = clock.nowMs();
      return {
        outcome: { kind: "no_answer", error: error.reason.toUpperCase() },
        sentTo,
        responseExcerpt: null,
        durationMs: atMs - startedMs,
        atMs,
      };
    }
  };
  if (tracing === undefined) return (delivery) => send(delivery, null);
  return async (delivery) => {
    const ids = tracing.begin(operationOfEvent(delivery.payload));
    const sent = await send(delivery, tracing.traceparent(ids));
    tracing.end({
      ...ids,
      name: "deliver webhook",
      kind: "client",
      startMs: sent.atMs - sent.durationMs,
      endMs: sent.atMs,
      attributes: attributesOf(delivery, sent),
      isError: !isAccepted(sent),
      // A receiver that fails is the merchant's: its deliveries are listed there, one by one.
      keepsTrace: false,
      link: null,
    });
    return sent;
  };
}

function isAccepted({ outcome }: Sent): boolean {
  return outcome.kind === "answer" && outcome.statusCode >= 200 && outcome.statusCode < 300;
}

function attributesOf({ eventId, id, attemptCount }: ClaimedDelivery, { outcome }: Sent) {
  return {
    "cauris.event": publicId("event", eventId),
    "cauris.delivery": publicId("delivery", id),
    "cauris.attempts_before": attemptCount,
    ...(outcome.kind === "answer"
      ? { "http.response.status_code": outcome.statusCode }
      : { "error.type": outcome.error }),
  };
}

/**
 * The beginning of an answer as text that can be stored: valid UTF-8 without NUL, and without the session tokens that a
 * receiver may echo. Tokens are removed from more text than is stored, so that none is cut in two and missed.
 */
function excerptOf({ body }: OutgoingResponse): string | null {
  if (body.length === 0) return null;
  const text = concealSessionIds(body.toString("utf8", 0, 2 * EXCERPT_BYTES_MAX)).replaceAll("\0", "\uFFFD");
  const isShort = text.length * UTF8_BYTES_MAX <= EXCERPT_BYTES_MAX;
  const kept = isShort ? text : Buffer.from(text, "utf8").subarray(0, EXCERPT_BYTES_MAX).toString("utf8");
  return kept.replace(/\uFFFD+$/, "");
}
