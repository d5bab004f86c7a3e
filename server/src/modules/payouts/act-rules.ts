import { type MerchantActor, sameActor } from "../../kit/actor.ts";
import { payoutErrors } from "./errors.ts";
import { nextPayoutStatus, type PayoutStatus } from "./states.ts";
import type { Payout } from "./types.ts";

/**
 * The status of a payout that `actor` approves. `unchanged`: the same one has approved it before, whatever became of it since.
 * Refuses with PAYOUT_NOT_APPROVABLE. That another one has made it is for the caller to ask. Pure.
 */
export function statusOfApproval(
  { status, approvedBy }: Pick<Payout, "status" | "approvedBy">,
  actor: MerchantActor,
): PayoutStatus | "unchanged" {
  if (approvedBy !== null && sameActor(approvedBy, actor)) return "unchanged";
  const next = nextPayoutStatus(status, "approve");
  if (next === null) throw payoutErrors.PAYOUT_NOT_APPROVABLE({ status });
  return next;
}

/** The status of a payout that is cancelled; `unchanged`: it was before. Refuses with PAYOUT_NOT_CANCELLABLE. Pure. */
export function statusOfCancellation({ status }: Pick<Payout, "status">): PayoutStatus | "unchanged" {
  if (status === "CANCELLED") return "unchanged";
  const next = nextPayoutStatus(status, "cancel");
  if (next === null) throw payoutErrors.PAYOUT_NOT_CANCELLABLE({ status });
  return next;
}
