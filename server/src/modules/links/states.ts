import { nextStatus, type Transitions } from "../../kit/state-machine.ts";

export const linkStatuses = ["ACTIVE", "PAUSED", "EXHAUSTED", "EXPIRED", "CANCELLED"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkEvents = ["pause", "resume", "exhaust", "reopen", "expire", "cancel"] as const;
/** `exhaust`: the last use was counted. `reopen`: an exhausted link was given more uses. */
export type LinkEvent = (typeof linkEvents)[number];

/**
 * EXHAUSTED does not expire: the uses were over first, and that is what its payers are told. EXPIRED and CANCELLED are
 * final, so that an address once dead stays dead.
 */
export const linkTransitions: Transitions<LinkStatus, LinkEvent> = {
  ACTIVE: { pause: "PAUSED", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  // A payment that was under way when the link was paused may count the last use.
  PAUSED: { resume: "ACTIVE", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  EXHAUSTED: { reopen: "ACTIVE", cancel: "CANCELLED" },
  EXPIRED: {},
  CANCELLED: {},
};

export function nextLinkStatus(from: LinkStatus, event: LinkEvent): LinkStatus | null {
  return nextStatus(linkTransitions, from, event);
}
