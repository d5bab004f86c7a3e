import { nextStatus, type Transitions } from "../../../kit/state-machine.ts";

export const sessionStatuses = ["OPEN", "PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELLED"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** `accept_late`: money confirmed after the end, which the policy lets the merchant keep. */
export type SessionEvent = "attempt" | "succeed" | "fail" | "expire" | "cancel" | "accept_late";

/** PROCESSING has no `expire`: a session with a payment in flight does not end by the clock. */
export const sessionTransitions: Transitions<SessionStatus, SessionEvent> = {
  OPEN: { attempt: "PROCESSING", expire: "EXPIRED", cancel: "CANCELLED" },
  PROCESSING: { succeed: "SUCCEEDED", fail: "FAILED" },
  FAILED: { attempt: "PROCESSING", expire: "EXPIRED", cancel: "CANCELLED", accept_late: "SUCCEEDED" },
  EXPIRED: { accept_late: "SUCCEEDED" },
  CANCELLED: { accept_late: "SUCCEEDED" },
  SUCCEEDED: {},
};

export function nextSessionStatus(from: SessionStatus, event: SessionEvent): SessionStatus | null {
  return nextStatus(sessionTransitions, from, event);
}
