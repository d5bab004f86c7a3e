import { describe, expect, it } from "vitest";
import { invalidFields } from "../../../test/harness/refusal.ts";
import { money } from "../../kit/money.ts";
import { decisionKinds, heldReasons } from "./types.ts";
import { outcomeOf, settledTransactionId, settlementOf, verdictOf } from "./verdicts.ts";

const decision = {
  kind: "SETTLE_SUCCEEDED",
  heldBecause: "UNRESOLVED",
  transactionId: "T1",
  refundRoute: null,
  amount: 5_000n,
  currency: "XOF",
} as const;
const succeeded = { kind: "succeeded", transactionId: "T1", amount: money(5_000n, "XOF") };
const failed = { kind: "failed", failureCode: "UNKNOWN", providerCode: "SETTLED_BY_OPERATOR" };

describe("what operators say became of a payment", () => {
  const body = { reason: "Seen in the portal", evidence: "ticket 12" };

  it("a payment is declared successful only with the provider's transaction number", () => {
    expect(invalidFields(() => settlementOf({ ...body, outcome: "SUCCEEDED" }))).toEqual([
      "transactionId required",
    ]);
    expect(settlementOf({ ...body, outcome: "SUCCEEDED", transactionId: "T1" })).toEqual({
      ...body,
      kind: "SETTLE_SUCCEEDED",
      transactionId: "T1",
      refundRoute: null,
    });
    expect(settlementOf({ ...body, outcome: "FAILED" })).toMatchObject({
      kind: "SETTLE_FAILED",
      transactionId: null,
    });
  });

  it("a declared success is recorded like the provider's own, and a declared failure as settled by an operator", () => {
    expect(outcomeOf(decision)).toEqual(succeeded);
    expect(outcomeOf({ ...decision, kind: "SETTLE_FAILED" })).toEqual(failed);
  });

  it("a success without a number is an assertion error, never a failure", () => {
    expect(() => outcomeOf({ ...decision, transactionId: null })).toThrow("a number at its provider");
    expect(() => settledTransactionId({ ...decision, transactionId: null })).toThrow();
    for (const kind of decisionKinds) {
      expect(settledTransactionId({ kind, transactionId: "T1" }), kind).toBe(
        kind === "SETTLE_SUCCEEDED" ? "T1" : null,
      );
    }
  });
});

describe("what a decision says of a charge's money", () => {
  it.each([
    ["RELEASE", null, { kind: "release" }],
    ["REFUND", null, { kind: "return", route: "ORIGINAL_RAIL" }],
    ["REFUND", "ORIGINAL_RAIL", { kind: "return", route: "ORIGINAL_RAIL" }],
    ["REFUND", "PAYOUT_TO_PAYER", { kind: "return", route: "PAYOUT_TO_PAYER" }],
    ["SETTLE_SUCCEEDED", null, { kind: "settle", outcome: succeeded }],
    ["SETTLE_FAILED", null, { kind: "settle", outcome: failed }],
  ] as const)("%s by %s", (kind, refundRoute, verdict) => {
    expect(verdictOf({ ...decision, kind, refundRoute })).toEqual(verdict);
  });

  it.each(heldReasons)(
    "SETTLE_FAILED of %s closes what was received, and tells only unknown outcomes",
    (reason) => {
      expect(verdictOf({ ...decision, kind: "SETTLE_FAILED", heldBecause: reason })).toEqual(
        reason === "UNRESOLVED" ? { kind: "settle", outcome: failed } : { kind: "close" },
      );
    },
  );

  it("a charge is never declared reversed, since charges are refunded", () => {
    expect(() => verdictOf({ ...decision, kind: "REVERSE" })).toThrow("refunded, not reversed");
  });
});
