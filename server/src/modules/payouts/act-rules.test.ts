import { describe, expect, it } from "vitest";
import { refusalOf } from "../../../test/harness/refusal.ts";
import type { MerchantActor } from "../../kit/actor.ts";
import type { Id } from "../../kit/ids.ts";
import { namedByOfApproval, statusOfApproval, statusOfCancellation } from "./act-rules.ts";
import { beneficiaryStatuses, type PayoutStatus, payoutStatuses } from "./states.ts";
import { nameChecks } from "./types.ts";

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

describe("vouching for a name", () => {
  const namedBy = key("namer");
  it.each(beneficiaryStatuses)("of a beneficiary that is %s", (status) => {
    for (const nameCheck of nameChecks) {
      const one = { status, nameCheck, namedBy, approvedBy: null };
      const isRight = status === "PENDING_VERIFICATION" && nameCheck === "NOT_KNOWN";
      expect(answer(() => namedByOfApproval(one, approver))).toEqual(
        isRight ? namedBy : `BENEFICIARY_NOT_APPROVABLE ${status}`,
      );
    }
  });

  it("a second time changes nothing for the same person, and is refused to another", () => {
    const approved = { status: "ACTIVE", nameCheck: "NOT_KNOWN", namedBy, approvedBy: approver } as const;
    expect(answer(() => namedByOfApproval(approved, approver))).toBe("unchanged");
    expect(answer(() => namedByOfApproval(approved, key("another")))).toBe(
      "BENEFICIARY_NOT_APPROVABLE ACTIVE",
    );
  });

  it("is not possible where nobody knows who gave the name", () => {
    const old = {
      status: "PENDING_VERIFICATION",
      nameCheck: "NOT_KNOWN",
      namedBy: null,
      approvedBy: null,
    } as const;
    expect(answer(() => namedByOfApproval(old, approver))).toBe(
      "BENEFICIARY_NOT_APPROVABLE PENDING_VERIFICATION",
    );
  });
});
