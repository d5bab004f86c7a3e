import { nextStatus, type Transitions } from "../../kit/state-machine.ts";

export const linkStatuses = ["ACTIVE", "PAUSED", "EXHAUSTED", "EXPIRED", "CANCELLED"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkEvents = ["pause", "resume", "exhaust", "reopen", "expire", "cancel"] as const;
/** `exhaust`: the last use was counted. `reopen`: an exhausted link got more uses. */
export type LinkEvent = (typeof linkEvents)[number];

/**
 * EXHAUSTED does not expire: the uses ended first, and payers see that. EXPIRED and CANCELLED are final, so that a dead
 * address stays dead.
 */
export const linkTransitions: Transitions<LinkStatus, LinkEvent> = {
  ACTIVE: { pause: "PAUSED", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  // A payment in flight when the link was paused may count the last use.
  PAUSED: { resume: "ACTIVE", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  EXHAUSTED: { reopen: "ACTIVE", cancel: "CANCELLED" },
  EXPIRED: {},
  CANCELLED: {},
};

export function nextLinkStatus(from: LinkStatus, event: LinkEvent): LinkStatus | null {
  return nextStatus(linkTransitions, from, event);
}
