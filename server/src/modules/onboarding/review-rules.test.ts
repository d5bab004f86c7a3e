import { describe, expect, it } from "vitest";
import { refusalOf } from "../../../test/harness/refusal.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { KybStatus } from "../merchants/index.ts";
import { decisionConflict, isDecisionSeen, refuseProposal, refuseSingleDecision } from "./review-rules.ts";
import { emptyProfile } from "./rules.ts";
import { decisionKinds } from "./types.ts";

const statuses: readonly KybStatus[] = [
  "DRAFT",
  "SUBMITTED",
  "IN_REVIEW",
  "INFO_REQUESTED",
  "APPROVED",
  "REJECTED",
];

describe("a proposal", () => {
  it.each(decisionKinds)("%s is made about a dossier in review alone", (decision) => {
    for (const status of statuses) {
      const refused = refusalOf(() => refuseProposal({ status, inForce: emptyProfile }, decision));
      expect(refused?.name ?? null, status).toBe(status === "IN_REVIEW" ? null : "MERCHANT_STATUS_CONFLICT");
      if (refused !== null) expect(refused.details).toEqual({ kybStatus: status, event: "propose" });
    }
  });

  it.each([
    ["APPROVE", null],
    ["REJECT", null],
    ["DISMISS_CHANGE", ["decision noChange"]],
  ] as const)("%s of a dossier that was never approved: %j", (decision, fields) => {
    const refused = refusalOf(() => refuseProposal({ status: "IN_REVIEW", inForce: null }, decision));
    expect(refused?.fields ?? null).toEqual(fields);
  });
});

it.each([
  [null, null, null],
  [5, null, "KYB_DOCUMENT_DECIDED"],
  [null, 5, "KYB_DOCUMENT_DECIDED"],
])(
  "one document, accepted at %s and refused at %s, is decided about alone while the dossier is approved",
  (acceptedAtMs, refusedAtMs, expected) => {
    for (const status of statuses) {
      const refused = refusalOf(() => refuseSingleDecision({ status }, { acceptedAtMs, refusedAtMs }));
      expect(refused?.name ?? null, status).toBe(
        status === "APPROVED" ? expected : "MERCHANT_STATUS_CONFLICT",
      );
    }
  },
);

describe("the second operator", () => {
  const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40" as Id<"kybDecision">;
  const text = publicId("kybDecision", id);

  it("decides about the proposal that is named, or about whichever is open", () => {
    expect(isDecisionSeen({ id }, undefined)).toBe(true);
    expect(isDecisionSeen({ id }, text)).toBe(true);
    for (const other of ["", id, text.toUpperCase(), `${text.slice(0, -1)}z`]) {
      expect(isDecisionSeen({ id }, other), other).toBe(false);
    }
  });

  it("is told which one is open, or that none is", () => {
    expect(decisionConflict({ id }).details).toEqual({ openDecisionId: text });
    expect(decisionConflict(null).details).toEqual({ openDecisionId: null });
  });
});
