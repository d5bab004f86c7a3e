import { describe, expect, it } from "vitest";
import type { Id } from "../../kit/ids.ts";
import { payoutPosting, payoutRelease, payoutReservation, payoutReversal } from "./postings.ts";

const payout = {
  id: "p" as Id<"payout">,
  walletId: "w" as Id<"wallet">,
  amount: 25_000n,
  currency: "XOF",
} as const;
const clearing = "clearing:acc";

describe("what is booked of a payout", () => {
  it.each([
    ["accepted", payoutReservation(payout), "available", "reserved", "HOLD"],
    ["failed or cancelled", payoutRelease(payout), "reserved", "available", "RELEASE"],
    ["paid", payoutPosting(payout, "acc"), "reserved", clearing, "PAYOUT"],
    ["reversed", payoutReversal(payout, "acc"), clearing, "available", "PAYOUT_REVERSAL"],
  ] as const)("%s: the whole amount, once, under the payout's id", (_name, posting, from, to, type) => {
    expect(posting).toEqual({
      walletId: "w",
      currency: "XOF",
      sourceType: "payout",
      sourceId: "p",
      transfers: [{ from, to, amount: 25_000n, type }],
    });
  });

  it.each([
    ["failed", [payoutReservation, payoutRelease], { available: 0n }],
    ["paid", [payoutReservation, payoutPosting], { available: -25_000n }],
    ["reversed", [payoutReservation, payoutPosting, payoutReversal], { available: 0n }],
  ] as const)("nothing stays reserved of one that %s", (_name, steps, expected) => {
    const balances = new Map<string, bigint>();
    for (const step of steps) {
      for (const { from, to, amount } of step(payout, "acc").transfers) {
        balances.set(from, (balances.get(from) ?? 0n) - amount);
        balances.set(to, (balances.get(to) ?? 0n) + amount);
      }
    }
    expect([balances.get("reserved"), balances.get("available")]).toEqual([0n, expected.available]);
  });
});
