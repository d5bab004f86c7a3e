import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { CorrectionStatus } from "./types.ts";

export const correctionEvents = ["confirm", "reject"] as const;
export type CorrectionEvent = (typeof correctionEvents)[number];

/** Nothing is booked before another operator agrees, and what is booked is undone only by another correction. */
export const correctionTransitions: Transitions<CorrectionStatus, CorrectionEvent> = {
  PROPOSED: { confirm: "POSTED", reject: "REJECTED" },
  POSTED: {},
  REJECTED: {},
};

export function nextCorrectionStatus(
  from: CorrectionStatus,
  event: CorrectionEvent,
): CorrectionStatus | null {
  return nextStatus(correctionTransitions, from, event);
}
