import type { Charge } from "../types.ts";
import { nextSessionStatus, type SessionStatus } from "./states.ts";
import type { CheckoutSession } from "./types.ts";

/**
 * The status at `nowMs`: expiry holds at the instant, whether or not the sweeper has written it down. A payment in flight
 * and a final failure do not expire.
 */
export function effectiveStatus(
  session: Pick<CheckoutSession, "status" | "retryable" | "expiresAtMs">,
  nowMs: number,
): SessionStatus {
  const ends = session.status === "OPEN" || (session.status === "FAILED" && session.retryable);
  return ends && nowMs >= session.expiresAtMs ? "EXPIRED" : session.status;
}

export function attemptsRemaining(session: Pick<CheckoutSession, "maxAttempts" | "attemptCount">): number {
  return Math.max(0, session.maxAttempts - session.attemptCount);
}

/** Whether the payer may start an attempt: open, or failed with attempts and time left. */
export function isPayable(
  session: Pick<CheckoutSession, "status" | "retryable" | "expiresAtMs" | "maxAttempts" | "attemptCount">,
  nowMs: number,
): boolean {
  const status = effectiveStatus(session, nowMs);
  return status === "OPEN" || (status === "FAILED" && session.retryable && attemptsRemaining(session) > 0);
}

export type CompleteRefusal =
  | "EXPIRED"
  | "ALREADY_COMPLETED"
  | "CANCELLED"
  | "ATTEMPTS_EXHAUSTED"
  | "ATTEMPT_IN_PROGRESS";

export type CompleteVerdict =
  | { readonly kind: "start" }
  /** The attempt under way has the same method and details: a refresh or a double click. */
  | { readonly kind: "same_attempt" }
  | { readonly kind: "refused"; readonly reason: CompleteRefusal };

/** What a completion request may do to this session. `fingerprint` is that of the request, `current` of the attempt. */
export function judgeComplete(
  session: CheckoutSession,
  current: Buffer | null,
  fingerprint: Buffer,
  nowMs: number,
): CompleteVerdict {
  const status = effectiveStatus(session, nowMs);
  switch (status) {
    case "EXPIRED":
      return { kind: "refused", reason: "EXPIRED" };
    case "SUCCEEDED":
      return { kind: "refused", reason: "ALREADY_COMPLETED" };
    case "CANCELLED":
      return { kind: "refused", reason: "CANCELLED" };
    case "PROCESSING":
      return current?.equals(fingerprint) === true
        ? { kind: "same_attempt" }
        : { kind: "refused", reason: "ATTEMPT_IN_PROGRESS" };
    case "OPEN":
    case "FAILED":
      if (isPayable(session, nowMs)) return { kind: "start" };
      // Final with attempts left: the last one failed when the time was over already.
      return { kind: "refused", reason: attemptsRemaining(session) > 0 ? "EXPIRED" : "ATTEMPTS_EXHAUSTED" };
  }
}

/** Whether the merchant can end the session now: a final failure has ended already. */
export function canCancel(session: CheckoutSession, nowMs: number): boolean {
  if (session.status === "FAILED" && !session.retryable) return false;
  const status = effectiveStatus(session, nowMs);
  return status !== "EXPIRED" && nextSessionStatus(status, "cancel") !== null;
}

/** The longest a start call lasts, time-outs included, in milliseconds. */
const START_CALL_MS_MAX = 12_000;

/**
 * Whether the provider may still be reading our start call: it has said nothing yet, and the call is young. "Never heard of it"
 * and silence then mean nothing. Judged by the row alone, as the call may be another process's.
 */
export function mayBeStarting(
  charge: Pick<Charge, "status" | "nextStep" | "unknownSinceMs" | "createdAtMs">,
  nowMs: number,
): boolean {
  const isUnanswered =
    charge.status === "PENDING" && charge.nextStep === null && charge.unknownSinceMs === null;
  return isUnanswered && nowMs < charge.createdAtMs + START_CALL_MS_MAX;
}
