import { nextStatus, type Transitions } from "../../../kit/state-machine.ts";

export const sessionStatuses = ["OPEN", "PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELLED"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/**
 * - `leave`: the payer leaves the attempt in flight for another way.
 * - `accept_late`: money of an attempt that is no longer in flight, which the merchant keeps.
 */
export type SessionEvent = "attempt" | "succeed" | "fail" | "leave" | "expire" | "cancel" | "accept_late";

/** PROCESSING has no `expire`: a session with a payment in flight does not end by the clock. */
export const sessionTransitions: Transitions<SessionStatus, SessionEvent> = {
  OPEN: { attempt: "PROCESSING", expire: "EXPIRED", cancel: "CANCELLED", accept_late: "SUCCEEDED" },
  PROCESSING: { succeed: "SUCCEEDED", fail: "FAILED", leave: "OPEN" },
  FAILED: { attempt: "PROCESSING", expire: "EXPIRED", cancel: "CANCELLED", accept_late: "SUCCEEDED" },
  EXPIRED: { accept_late: "SUCCEEDED" },
  CANCELLED: { accept_late: "SUCCEEDED" },
  SUCCEEDED: {},
};

export function nextSessionStatus(from: SessionStatus, event: SessionEvent): SessionStatus | null {
  return nextStatus(sessionTransitions, from, event);
}
