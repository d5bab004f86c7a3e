import { describe, expect, it } from "vitest";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { HeldCharge, Unresolved } from "./types.ts";
import { heldView, unresolvedView } from "./view.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40";
const common = {
  tenantId: id as TenantId,
  mode: "LIVE",
  merchantId: id as MerchantId,
  merchantNo: 7 as MerchantNo,
  currency: "XOF",
  openDecisionId: null,
  version: 1,
  createdAtMs: NOW_MS,
  updatedAtMs: NOW_MS,
} as const;
const held: HeldCharge = {
  ...common,
  id: id as Id<"charge">,
  sessionId: id as Id<"checkoutSession">,
  paymentIntentId: id as Id<"paymentIntent">,
  reason: "AMOUNT_MISMATCH",
  status: "IN_RECONCILIATION",
  amount: 5_000n,
  amountConfirmed: 4_000n,
  paymentMethod: "MOBILE_MONEY",
  operator: "MTN",
  provider: "simulator",
  providerTransactionId: "T1",
  late: false,
  duplicate: false,
  reference: null,
  heldSinceMs: NOW_MS,
};

describe("held money", () => {
  it.each<readonly [string, Partial<HeldCharge>, string | null]>([
    ["what the provider took", {}, "4000"],
    ["what was asked for, where the provider named no other amount", { amountConfirmed: null }, "5000"],
    ["unknown, while the outcome is", { reason: "UNRESOLVED" }, null],
  ])("received is %s", (_name, fields, received) => {
    expect(heldView({ ...held, ...fields }, true, NOW_MS, "fr").receivedAmount).toBe(received);
  });

  it.each<readonly [string, Partial<HeldCharge>, boolean, boolean]>([
    ["what came is within the limit, though more was asked for", { amount: 900_000n }, true, false],
    ["what came is above the limit, though less was asked for", { amountConfirmed: 100_001n }, true, true],
    ["its outcome is unknown", { reason: "UNRESOLVED" }, false, true],
    ["it was never booked, and can only be closed", {}, false, true],
  ])("needs a second operator by what can be decided: %s", (_name, fields, booked, needed) => {
    expect(heldView({ ...held, ...fields }, booked, NOW_MS, "fr").needsSecondOperator).toBe(needed);
  });

  it("never has an age below zero, also after a clock was set back", () => {
    expect(heldView({ ...held, heldSinceMs: NOW_MS + 5_000 }, true, NOW_MS, "fr").ageSeconds).toBe(0);
    expect(heldView({ ...held, heldSinceMs: NOW_MS - 1_999 }, true, NOW_MS, "fr").ageSeconds).toBe(1);
  });
});

describe("what is unresolved", () => {
  const item: Unresolved = {
    ...common,
    type: "PAYOUT",
    id,
    sessionId: null,
    status: "PROCESSING",
    operator: "MTN",
    provider: "simulator",
    amount: 5_000n,
    sinceMs: NOW_MS - 3_600_000,
    asked: 4,
    nextCheckAtMs: NOW_MS + 1,
  };
  it("shows its age, its age bucket and whether a person has to decide", () => {
    const view = unresolvedView(item, NOW_MS, "fr");
    expect([view.ageSeconds, view.ageBucket, view.needsDecision]).toEqual([3_600, "UNDER_1_DAY", false]);
    expect(view.id).toMatch(/^po_/);
    expect(unresolvedView({ ...item, nextCheckAtMs: null }, NOW_MS, "fr")).toMatchObject({
      needsDecision: true,
      nextCheckAt: null,
    });
    expect(unresolvedView({ ...item, sinceMs: NOW_MS - 72 * 3_600_000 }, NOW_MS, "fr")).toMatchObject({
      ageBucket: "OVER_3_DAYS",
      needsDecision: true,
    });
  });
});
