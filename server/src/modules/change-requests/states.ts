import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { ChangeRequest, ChangeStatus } from "./types.ts";

export const changeEvents = ["confirm", "refuse", "withdraw", "expire", "supersede"] as const;
export type ChangeEvent = (typeof changeEvents)[number];

/** A request ends once. Only another request can change what was confirmed. */
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

/** The status at this instant: the row says EXPIRED only after a round of the loop. */
export function statusAt(
  { status, expiresAtMs }: Pick<ChangeRequest, "status" | "expiresAtMs">,
  nowMs: number,
): ChangeStatus {
  return status === "PROPOSED" && expiresAtMs <= nowMs ? "EXPIRED" : status;
}
