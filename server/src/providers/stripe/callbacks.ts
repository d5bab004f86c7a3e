import { fieldsOf, readJsonObject } from "../../kit/json-object.ts";
import type { CallbackVerdict, IncomingCallback } from "../callback.ts";
import { type HmacScheme, hmacSignatureFault } from "../hmac-signatures.ts";
import type { ProviderCall } from "../provider.ts";
import { referenceIn } from "./metadata.ts";
import { settingsOf } from "./settings.ts";

/** `t=…,v1=…` over the time, a dot and the body; `v0` is a test scheme of Stripe's that proves nothing. */
export const stripeScheme: HmacScheme = { separator: ".", toleranceSeconds: 300 };
export const SIGNATURE_HEADER = "stripe-signature";

/** What an event's object is about. */
const subjects: Readonly<Record<string, "payment" | "refund">> = {
  payment_intent: "payment",
  "checkout.session": "payment",
  charge: "payment",
  refund: "refund",
};

/**
 * Checks an event and finds which of our operations it is about. The client's own check is not used: it decodes the
 * body first, so that other bytes may pass, and accepts times in the future.
 */
export function readEvent({ account }: ProviderCall, callback: IncomingCallback): CallbackVerdict {
  const { webhookSecret } = settingsOf(account);
  const { headers, rawBody, nowMs } = callback;
  const fault = hmacSignatureFault(stripeScheme, webhookSecret, headers[SIGNATURE_HEADER], rawBody, nowMs);
  if (fault !== null) return { kind: "refused", reason: `signature_${fault}` };
  const event = readJsonObject(rawBody);
  if (typeof event.type !== "string") return { kind: "refused", reason: "unreadable" };
  const { object, metadata } = fieldsOf(fieldsOf(event.data).object);
  const subject = typeof object === "string" ? subjects[object] : undefined;
  const value = referenceIn(fieldsOf(metadata));
  // An account may serve other programs too, and Stripe stops an endpoint that keeps refusing.
  if (subject === undefined || value === null) return { kind: "not_ours", reason: event.type };
  return { kind: "accepted", subject, names: { by: "reference", value } };
}
