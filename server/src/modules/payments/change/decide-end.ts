import { nextSessionStatus } from "../session/states.ts";
import type { LoadedSession } from "../session/types.ts";
import { nextIntentStatus } from "../states.ts";
import type { PaymentIntent } from "../types.ts";
import { changeOf, type SessionChange } from "./change.ts";

/** The session has expired: null when it does not end by the clock. No failureCode, because nothing was refused. */
export function decideExpiry(loaded: LoadedSession, nowMs: number): SessionChange | null {
  const { session } = loaded;
  if (session.status === "FAILED" && !session.retryable) return null;
  const status = nextSessionStatus(session.status, "expire");
  if (status === null) return null;
  return changeOf(loaded, { status, failureCode: null, retryable: false }, nowMs, {
    intent: cancelledIntent(loaded, nowMs),
    events: [{ type: "checkout.session.expired", subject: "session" }],
  });
}

/** The merchant ends the session: null when it is over already, finally failed, or a payment is in flight. */
export function decideCancel(loaded: LoadedSession, nowMs: number): SessionChange | null {
  const { session } = loaded;
  if (session.status === "FAILED" && !session.retryable) return null;
  const status = nextSessionStatus(session.status, "cancel");
  if (status === null) return null;
  return changeOf(loaded, { status, failureCode: null, retryable: false }, nowMs, {
    intent: cancelledIntent(loaded, nowMs),
    events: [{ type: "checkout.session.cancelled", subject: "session" }],
  });
}

function cancelledIntent({ intent }: LoadedSession, nowMs: number): PaymentIntent | null {
  const status = intent === null ? null : nextIntentStatus(intent.status, "cancel");
  if (intent === null || status === null) return null;
  return { ...intent, status, cancelledAtMs: nowMs, version: intent.version + 1, updatedAtMs: nowMs };
}
