import { type MerchantActor, sameActor } from "../../kit/actor.ts";
import { payoutErrors } from "./errors.ts";
import { nextPayoutStatus, type PayoutStatus } from "./states.ts";
import type { Beneficiary, Payout } from "./types.ts";

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

/**
 * Who must be another person than the one who vouches for a beneficiary's name. `unchanged`: the same one has done so
 * before. Refuses with BENEFICIARY_NOT_APPROVABLE unless the name is NOT_KNOWN and waits. Pure.
 */
export function namedByOfApproval(
  {
    status,
    nameCheck,
    namedBy,
    approvedBy,
  }: Pick<Beneficiary, "status" | "nameCheck" | "namedBy" | "approvedBy">,
  actor: MerchantActor,
): MerchantActor | "unchanged" {
  if (status === "ACTIVE" && approvedBy !== null && sameActor(approvedBy, actor)) return "unchanged";
  if (status !== "PENDING_VERIFICATION" || nameCheck !== "NOT_KNOWN" || namedBy === null)
    throw payoutErrors.BENEFICIARY_NOT_APPROVABLE({ status, nameCheck });
  return namedBy;
}

/**
 * The status of a payout that is cancelled; `unchanged`: it was before. `isWithdrawn`: the account to which it was given
 * has not sent it, and will not. Refuses with PAYOUT_NOT_CANCELLABLE. Pure.
 */
export function statusOfCancellation(
  { status }: Pick<Payout, "status">,
  isWithdrawn = false,
): PayoutStatus | "unchanged" {
  if (status === "CANCELLED") return "unchanged";
  const next = nextPayoutStatus(status, isWithdrawn ? "withdraw" : "cancel");
  if (next === null) throw payoutErrors.PAYOUT_NOT_CANCELLABLE({ status });
  return next;
}
