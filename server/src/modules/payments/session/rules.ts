import { isAlive } from "../states.ts";
import type { Charge } from "../types.ts";
import { nextSessionStatus, type SessionStatus } from "./states.ts";
import type { CheckoutSession } from "./types.ts";

/**
 * The status at `nowMs`: expiry takes effect at its instant, whether or not the sweeper has written it. A payment in
 * flight and a final failure do not expire.
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
  /** The attempt in flight has the same method and details: a reload or a double click. */
  | { readonly kind: "same_attempt" }
  | { readonly kind: "refused"; readonly reason: CompleteRefusal };

/**
 * What a completion request may do to this session. `fingerprint` is that of the request, `current` that of the
 * attempt.
 */
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
      // Final with attempts left: the last one failed after the session's time was over.
      return { kind: "refused", reason: attemptsRemaining(session) > 0 ? "EXPIRED" : "ATTEMPTS_EXHAUSTED" };
  }
}

export type LeaveVerdict =
  | { readonly kind: "leave" }
  /** No attempt is in flight. */
  | { readonly kind: "nothing_to_leave" }
  /**
   * - `EXPIRED`, `ATTEMPTS_EXHAUSTED`: no other attempt could follow.
   * - `OUTCOME_UNKNOWN`: the provider may have taken the money, or took another amount. Who pays again might pay twice.
   */
  | { readonly kind: "refused"; readonly reason: "EXPIRED" | "ATTEMPTS_EXHAUSTED" | "OUTCOME_UNKNOWN" };

/** Whether the payer may leave the attempt in flight and choose another way to pay. */
export function judgeLeave(
  session: Pick<CheckoutSession, "status" | "expiresAtMs" | "maxAttempts" | "attemptCount">,
  charge: Pick<Charge, "status" | "unknownSinceMs" | "reviewReason"> | null,
  nowMs: number,
): LeaveVerdict {
  if (session.status !== "PROCESSING" || charge === null) return { kind: "nothing_to_leave" };
  const isUnknown = charge.unknownSinceMs !== null || charge.status === "IN_RECONCILIATION";
  if (isUnknown || charge.reviewReason !== null) return { kind: "refused", reason: "OUTCOME_UNKNOWN" };
  if (nowMs >= session.expiresAtMs) return { kind: "refused", reason: "EXPIRED" };
  if (attemptsRemaining(session) === 0) return { kind: "refused", reason: "ATTEMPTS_EXHAUSTED" };
  return { kind: "leave" };
}

/**
 * Whether money of this charge comes late, so that the merchant's policy decides about it: the attempt had ended, or
 * the payer had left it and the session has ended since. Money of an attempt that was left pays a session that is open.
 */
export function isLate(
  charge: Pick<Charge, "status" | "supersededAtMs">,
  session: Pick<CheckoutSession, "status" | "retryable" | "expiresAtMs">,
  nowMs: number,
): boolean {
  if (!isAlive(charge.status)) return true;
  if (charge.supersededAtMs === null) return false;
  const status = effectiveStatus(session, nowMs);
  return status === "EXPIRED" || status === "CANCELLED" || (status === "FAILED" && !session.retryable);
}

/** Whether the charge keeps a use of its payment link reserved: until it ends or is left. */
export function holdsLinkUse(charge: Pick<Charge, "status" | "supersededAtMs" | "paymentLinkId">): boolean {
  return charge.paymentLinkId !== null && isAlive(charge.status) && charge.supersededAtMs === null;
}

/** Whether the merchant can end the session now: a final failure has ended already. */
export function canCancel(session: CheckoutSession, nowMs: number): boolean {
  if (session.status === "FAILED" && !session.retryable) return false;
  const status = effectiveStatus(session, nowMs);
  return status !== "EXPIRED" && nextSessionStatus(status, "cancel") !== null;
}

/** The longest duration of a start call, timeouts included, in milliseconds. */
const START_CALL_MS_MAX = 12_000;
/** An attempt that could not be sent may go on through another account until this long after its start, in milliseconds. */
export const ACCOUNT_CHANGES_MS = 4_000;

/**
 * Whether the provider may still be processing our start call: it has not answered, and the call is recent. "Not found"
 * and silence then have no meaning. Judged by the row alone, as another process may be making the call.
 */
export function mayBeStarting(
  charge: Pick<Charge, "status" | "nextStep" | "unknownSinceMs" | "createdAtMs">,
  nowMs: number,
): boolean {
  const isUnanswered =
    charge.status === "PENDING" && charge.nextStep === null && charge.unknownSinceMs === null;
  return isUnanswered && nowMs < charge.createdAtMs + ACCOUNT_CHANGES_MS + START_CALL_MS_MAX;
}
