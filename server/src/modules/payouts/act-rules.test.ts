import { describe, expect, it } from "vitest";
import { refusalOf } from "../../../test/harness/refusal.ts";
import type { MerchantActor } from "../../kit/actor.ts";
import type { Id } from "../../kit/ids.ts";
import { statusOfApproval, statusOfCancellation } from "./act-rules.ts";
import { type PayoutStatus, payoutStatuses } from "./states.ts";

const key = (id: string): MerchantActor => ({ kind: "key", id: id as Id<"apiKey"> });
const approver = key("approver");
const answer = (work: () => unknown): unknown => {
  let result: unknown;
  const refused = refusalOf(() => {
    result = work();
  });
  return refused === null ? result : `${refused.name} ${refused.details.status}`;
};

describe("an approval", () => {
  it.each(payoutStatuses)("of one that is %s", (status) => {
    expect(answer(() => statusOfApproval({ status, approvedBy: null }, approver))).toBe(
      status === "PENDING_APPROVAL" ? "PENDING" : `PAYOUT_NOT_APPROVABLE ${status}`,
    );
    expect(answer(() => statusOfApproval({ status, approvedBy: approver }, approver))).toBe("unchanged");
  });

  it("by another one is no repetition", () => {
    const approved = { status: "PENDING", approvedBy: approver } as const;
    expect(answer(() => statusOfApproval(approved, key("another")))).toBe("PAYOUT_NOT_APPROVABLE PENDING");
  });
});

describe("a cancellation", () => {
  const expected: Readonly<Partial<Record<PayoutStatus, string>>> = {
    PENDING_APPROVAL: "CANCELLED",
    PENDING: "CANCELLED",
    QUEUED: "CANCELLED",
    CANCELLED: "unchanged",
  };
  it.each(payoutStatuses)("of one that is %s: nothing that was sent can be taken back", (status) => {
    expect(answer(() => statusOfCancellation({ status }))).toBe(
      expected[status] ?? `PAYOUT_NOT_CANCELLABLE ${status}`,
    );
  });
});
