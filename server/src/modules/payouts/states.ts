import { nextStatus, type Transitions } from "../../kit/state-machine.ts";

export const beneficiaryStatuses = ["PENDING_VERIFICATION", "ACTIVE", "REJECTED", "DISABLED"] as const;
export type BeneficiaryStatus = (typeof beneficiaryStatuses)[number];
export const beneficiaryEvents = ["verify", "reject", "recheck", "disable"] as const;
export type BeneficiaryEvent = (typeof beneficiaryEvents)[number];

export const beneficiaryTransitions: Transitions<BeneficiaryStatus, BeneficiaryEvent> = {
  PENDING_VERIFICATION: { verify: "ACTIVE", reject: "REJECTED", disable: "DISABLED" },
  // A new name is a new claim about the holder that could not be checked yet.
  ACTIVE: { recheck: "PENDING_VERIFICATION", disable: "DISABLED" },
  REJECTED: { disable: "DISABLED" },
  DISABLED: {},
};

export function nextBeneficiaryStatus(
  from: BeneficiaryStatus,
  event: BeneficiaryEvent,
): BeneficiaryStatus | null {
  return nextStatus(beneficiaryTransitions, from, event);
}

export const payoutStatuses = [
  "PENDING_APPROVAL",
  "PENDING",
  "QUEUED",
  "PROCESSING",
  "IN_RECONCILIATION",
  "PAID",
  "FAILED",
  "REVERSED",
  "CANCELLED",
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export const payoutEvents = [
  "approve",
  "queue",
  "send",
  "reconcile",
  "pay",
  "fail",
  "reverse",
  "cancel",
  "withdraw",
] as const;
/**
 * `queue`: its mobile-money operator is down. `send`: the provider is asked, or asked again. `reconcile`: no answer for
 * long. `withdraw`: cancelled at an account where it still waits, before anything has left.
 */
export type PayoutEvent = (typeof payoutEvents)[number];

/** A payout that has left cannot be cancelled, and never counts as failed before the provider says so. */
export const payoutTransitions: Transitions<PayoutStatus, PayoutEvent> = {
  PENDING_APPROVAL: { approve: "PENDING", cancel: "CANCELLED" },
  // It fails unsent when no provider can carry it, or when its beneficiary was disabled meanwhile.
  PENDING: { queue: "QUEUED", send: "PROCESSING", fail: "FAILED", cancel: "CANCELLED" },
  QUEUED: { queue: "QUEUED", send: "PROCESSING", fail: "FAILED", cancel: "CANCELLED" },
  PROCESSING: {
    send: "PROCESSING",
    reconcile: "IN_RECONCILIATION",
    pay: "PAID",
    fail: "FAILED",
    withdraw: "CANCELLED",
  },
  IN_RECONCILIATION: {
    send: "PROCESSING",
    reconcile: "IN_RECONCILIATION",
    pay: "PAID",
    fail: "FAILED",
    withdraw: "CANCELLED",
  },
  PAID: { reverse: "REVERSED" },
  FAILED: {},
  REVERSED: {},
  CANCELLED: {},
};

export function nextPayoutStatus(from: PayoutStatus, event: PayoutEvent): PayoutStatus | null {
  return nextStatus(payoutTransitions, from, event);
}
