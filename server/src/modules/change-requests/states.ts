import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { ChangeRequest, ChangeStatus } from "./types.ts";

export const changeEvents = ["confirm", "refuse", "withdraw", "expire", "supersede"] as const;
export type ChangeEvent = (typeof changeEvents)[number];

/** A request ends once. What was confirmed is changed again only by another one. */
export const changeTransitions: Transitions<ChangeStatus, ChangeEvent> = {
  PROPOSED: {
    confirm: "CONFIRMED",
    refuse: "REFUSED",
    withdraw: "WITHDRAWN",
    expire: "EXPIRED",
    supersede: "SUPERSEDED",
  },
  CONFIRMED: {},
  REFUSED: {},
  WITHDRAWN: {},
  EXPIRED: {},
  SUPERSEDED: {},
};

export function nextChangeStatus(from: ChangeStatus, event: ChangeEvent): ChangeStatus | null {
  return nextStatus(changeTransitions, from, event);
}

/** What it is at this instant: the row says EXPIRED only after a loop has been there. */
export function statusAt(
  { status, expiresAtMs }: Pick<ChangeRequest, "status" | "expiresAtMs">,
  nowMs: number,
): ChangeStatus {
  return status === "PROPOSED" && expiresAtMs <= nowMs ? "EXPIRED" : status;
}
