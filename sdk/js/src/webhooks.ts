import type { WebhookEvent } from "./generated/schemas.ts";

/** The message is not the service's, or not for this endpoint: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

export interface WebhookMessage {
  /** As it arrived, before any parser has read it. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's secret (`whsec_…`); two while it is being changed. */
  readonly secret: string | readonly string[];
  /** How old or how new a message may be, in seconds; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** Epoch milliseconds; the machine's time when absent. */
  readonly nowMs?: number;
}

const PREFIX = "whsec_";
const TOLERANCE_SECONDS = 300;

/**
 * The event in a webhook, once its signature is found to be the service's (Standard Webhooks 1.0). Rejects with
 * WebhookVerificationError otherwise. The same event can arrive twice: its `id` is the same then.
 */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = message;
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(message.headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError("webhook-timestamp is not a time");
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError("the message is too old, or a clock is wrong");
  const body = typeof message.body === "string" ? encoder.encode(message.body) : message.body;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const signatures = given.split(" ").flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
  for (const secret of [message.secret].flat()) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      const bytes = bytesOf(signature);
      // It compares in constant time.
      if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return eventOf(body);
    }
  }
  throw new WebhookVerificationError(
    "no signature fits: is this the secret of the endpoint, and the body as it arrived?",
  );
}

const encoder = new TextEncoder();

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError("the body is not JSON", { cause });
  }
}

function headerOf(headers: WebhookMessage["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "")
    throw new WebhookVerificationError(`the header ${name} is missing`);
  return value;
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null;
  if (bytes === null || bytes.length === 0)
    throw new TypeError("secret must be the endpoint's, whsec_ and base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
