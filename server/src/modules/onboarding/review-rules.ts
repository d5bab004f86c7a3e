import { publicId } from "../../kit/ids.ts";
import { merchantErrors } from "../merchants/index.ts";
import { onboardingErrors } from "./errors.ts";
import { invalid, problem } from "./rules.ts";
import type { Decision, DecisionKind, Dossier, KybDocument } from "./types.ts";

/**
 * Refuses with MERCHANT_STATUS_CONFLICT a proposal about a dossier that is not in review, and with VALIDATION_ERROR to dismiss
 * the change of one that was never approved. Pure.
 */
export function refuseProposal(
  { status, inForce }: Pick<Dossier, "status" | "inForce">,
  decision: DecisionKind,
): void {
  if (status !== "IN_REVIEW") {
    throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: status, event: "propose" });
  }
  if (decision === "DISMISS_CHANGE" && inForce === null) {
    throw invalid([problem("", "decision", "noChange", "does not apply: nothing was approved before")]);
  }
}

/**
 * Refuses with MERCHANT_STATUS_CONFLICT to decide about one document alone unless the dossier is approved: within a review
 * documents are accepted with their dossier, and asked for anew with `request-info`. Refuses with KYB_DOCUMENT_DECIDED one
 * that was accepted or refused. Pure.
 */
export function refuseSingleDecision(
  { status }: Pick<Dossier, "status">,
  { acceptedAtMs, refusedAtMs }: Pick<KybDocument, "acceptedAtMs" | "refusedAtMs">,
): void {
  if (status !== "APPROVED")
    throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: status, event: "decideDocument" });
  if (acceptedAtMs !== null || refusedAtMs !== null) throw onboardingErrors.KYB_DOCUMENT_DECIDED();
}

/** Whether the open proposal is the one that the second operator has seen; any, when none is named. Pure. */
export function isDecisionSeen({ id }: Pick<Decision, "id">, seen: string | undefined): boolean {
  return seen === undefined || seen === publicId("kybDecision", id);
}

/** The refusal that names the open proposal; null: there is none. */
export const decisionConflict = (open: Pick<Decision, "id"> | null) =>
  onboardingErrors.KYB_DECISION_CONFLICT({
    openDecisionId: open === null ? null : publicId("kybDecision", open.id),
  });
