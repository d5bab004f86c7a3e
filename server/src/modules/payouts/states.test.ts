import { describe, expect, it } from "vitest";
import { reachable } from "../../kit/state-machine.ts";
import {
  type BeneficiaryStatus,
  beneficiaryEvents,
  beneficiaryStatuses,
  beneficiaryTransitions,
  nextBeneficiaryStatus,
  nextPayoutStatus,
  type PayoutStatus,
  payoutEvents,
  payoutStatuses,
  payoutTransitions,
} from "./states.ts";

// approve, queue, send, reconcile, pay, fail, reverse, cancel, withdraw
const sent = [
  null,
  null,
  "PROCESSING",
  "IN_RECONCILIATION",
  "PAID",
  "FAILED",
  null,
  null,
  "CANCELLED",
] as const;
const waiting = [null, "QUEUED", "PROCESSING", null, null, "FAILED", null, "CANCELLED", null] as const;
const over = [null, null, null, null, null, null, null, null, null] as const;
const payoutTable: { readonly [status in PayoutStatus]: readonly (PayoutStatus | null)[] } = {
  PENDING_APPROVAL: ["PENDING", null, null, null, null, null, null, "CANCELLED", null],
  PENDING: waiting,
  QUEUED: waiting,
  PROCESSING: sent,
  IN_RECONCILIATION: sent,
  PAID: [null, null, null, null, null, null, "REVERSED", null, null],
  FAILED: over,
  REVERSED: over,
  CANCELLED: over,
};
// verify, reject, recheck, disable
const beneficiaryTable: { readonly [status in BeneficiaryStatus]: readonly (BeneficiaryStatus | null)[] } = {
  PENDING_VERIFICATION: ["ACTIVE", "REJECTED", null, "DISABLED"],
  ACTIVE: [null, null, "PENDING_VERIFICATION", "DISABLED"],
  REJECTED: [null, null, null, "DISABLED"],
  DISABLED: [null, null, null, null],
};

describe("the states of a payout", () => {
  it.each(payoutStatuses)("%s goes where the table says, for each event", (status) => {
    expect(payoutEvents.map((event) => nextPayoutStatus(status, event))).toEqual(payoutTable[status]);
  });
  it("can all be reached", () => {
    expect([...reachable(payoutTransitions, "PENDING_APPROVAL")].sort()).toEqual([...payoutStatuses].sort());
  });
});

describe("the states of a beneficiary", () => {
  it.each(beneficiaryStatuses)("%s goes where the table says, for each event", (status) => {
    expect(beneficiaryEvents.map((event) => nextBeneficiaryStatus(status, event))).toEqual(
      beneficiaryTable[status],
    );
  });
  it("can all be reached", () => {
    const found = reachable(beneficiaryTransitions, "PENDING_VERIFICATION");
    expect([...found].sort()).toEqual([...beneficiaryStatuses].sort());
  });
});
