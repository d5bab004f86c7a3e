import { nextStatus, type Transitions } from "../../kit/state-machine.ts";
import type { DecisionStatus } from "./types.ts";

export type DecisionEvent = "confirm" | "reject";

/** A decision ends once. One that needs no second operator is DONE from the start. */
const decisionTransitions: Transitions<DecisionStatus, DecisionEvent> = {
  PROPOSED: { confirm: "DONE", reject: "REJECTED" },
  DONE: {},
  REJECTED: {},
};

/** How the decision ends; null when it has ended. */
export function nextDecisionStatus(
  from: DecisionStatus,
  event: DecisionEvent,
): Exclude<DecisionStatus, "PROPOSED"> | null {
  const next = nextStatus(decisionTransitions, from, event);
  return next === "PROPOSED" ? null : next;
}
