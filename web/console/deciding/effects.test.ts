import { describe, expect, it } from "vitest";
import { heldEffect, unresolvedEffect } from "./effects.ts";

const held = { reason: "AMOUNT_MISMATCH", late: false, duplicate: false } as const;

describe("what a decision does", () => {
  it.each([
    ["pays the session with what came", held, "RELEASE", "RELEASE"],
    ["pays the session late", { ...held, late: true }, "RELEASE", "RELEASE"],
    ["is the merchant's beside what paid", { ...held, duplicate: true }, "RELEASE", "RELEASE_BESIDE"],
    ["ends the attempt that waited", held, "REFUND", "REFUND"],
    ["leaves an attempt that has ended", { ...held, late: true }, "REFUND", "REFUND_LATE"],
    ["leaves what paid", { ...held, duplicate: true }, "REFUND", "REFUND_LATE"],
    ["closes money that was never booked", held, "SETTLE_FAILED", "CLOSE"],
    ["says that it failed", { ...held, reason: "UNRESOLVED" }, "SETTLE_FAILED", "CHARGE_FAILED"],
    ["says that it was paid", { ...held, reason: "UNRESOLVED" }, "SETTLE_SUCCEEDED", "CHARGE_SUCCEEDED"],
    ["is not for held money", held, "REVERSE", undefined],
  ] as const)("%s", (_title, subject, kind, effect) => {
    expect(heldEffect(subject, kind)).toBe(effect);
  });

  it.each([
    ["CHARGE", "IN_RECONCILIATION", "SETTLE_SUCCEEDED", "CHARGE_SUCCEEDED"],
    ["PAYOUT", "PROCESSING", "SETTLE_FAILED", "PAYOUT_FAILED"],
    ["REFUND", "PROCESSING", "SETTLE_FAILED", "REFUND_FAILED"],
    ["REFUND", "FAILED", "SETTLE_FAILED", "REFUND_REVERSED"],
    ["REFUND", "FAILED", "SETTLE_SUCCEEDED", undefined],
    ["CHARGE", "PROCESSING", "RELEASE", undefined],
  ] as const)("an unresolved %s, %s: %s", (type, status, kind, effect) => {
    expect(unresolvedEffect({ type, status }, kind)).toBe(effect);
  });
});
