import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { CorrectionStatus } from "./types.ts";

export const correctionEvents = ["confirm", "reject"] as const;
export type CorrectionEvent = (typeof correctionEvents)[number];

/** A correction is booked only after another operator agrees, and is reversed only by another correction. */
const correctionTransitions: Transitions<CorrectionStatus, CorrectionEvent> = {
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
