import { describe, expect, it } from "vitest";
import { currencyCodes } from "../../kit/currency.ts";
import { ageBucketOf, ageBuckets, needsPerson, needsSecond, possibleFor } from "./rules.ts";
import { decisionKinds, heldReasons } from "./types.ts";

describe("a second operator", () => {
  it.each([
    ["XOF", 100_000n, false],
    ["XOF", 100_001n, true],
    ["XAF", 100_000n, false],
    ["XAF", 100_001n, true],
    ["GNF", 1_500_000n, false],
    ["GNF", 1_500_001n, true],
    ["USD", 15_000n, false],
    ["USD", 15_001n, true],
    ["EUR", 15_000n, false],
    ["EUR", 15_001n, true],
  ] as const)("of %s %s: %s", (currency, amount, needed) => {
    expect([needsSecond("RELEASE", amount, currency), needsSecond("REFUND", amount, currency)]).toEqual([
      needed,
      needed,
    ]);
  });

  it("is always needed to declare an outcome, and in a currency without a limit", () => {
    const unlimited = currencyCodes.filter((code) => !["XOF", "XAF", "GNF", "EUR", "USD"].includes(code));
    expect(unlimited.length).toBeGreaterThan(0);
    for (const currency of unlimited) expect(needsSecond("RELEASE", 1n, currency)).toBe(true);
    expect(needsSecond("SETTLE_FAILED", 1n, "XOF") && needsSecond("SETTLE_SUCCEEDED", 1n, "XOF")).toBe(true);
  });
});

describe("what can be decided", () => {
  it.each([
    ["AMOUNT_MISMATCH", true, ["RELEASE", "REFUND"]],
    ["LATE_PAYMENT", true, ["RELEASE", "REFUND"]],
    ["REFUND_FAILED", true, ["RELEASE", "REFUND"]],
    ["UNRESOLVED", true, ["SETTLE_SUCCEEDED", "SETTLE_FAILED"]],
    ["AMOUNT_MISMATCH", false, ["SETTLE_FAILED"]],
    ["LATE_PAYMENT", false, ["SETTLE_FAILED"]],
    ["REFUND_FAILED", false, ["SETTLE_FAILED"]],
    ["UNRESOLVED", false, ["SETTLE_SUCCEEDED", "SETTLE_FAILED"]],
    ["PAID", true, ["REVERSE"]],
    ["PAID", false, ["REVERSE"]],
  ] as const)("of %s, booked %s, is %j", (reason, booked, kinds) => {
    expect(possibleFor(reason, booked)).toEqual(kinds);
  });

  it("only an unresolved outcome can be declared a success; held money that is booked cannot", () => {
    for (const reason of heldReasons) {
      const possible = possibleFor(reason, true);
      expect(possible.length, reason).toBeGreaterThan(0);
      expect(possible.includes("SETTLE_SUCCEEDED"), reason).toBe(reason === "UNRESOLVED");
    }
  });

  it("money of another amount that was never booked can only be closed", () => {
    expect(possibleFor("AMOUNT_MISMATCH", false)).toEqual(["SETTLE_FAILED"]);
  });

  it("every kind of decision is possible for some case", () => {
    const kinds = [...heldReasons, "PAID" as const].flatMap((reason) => possibleFor(reason, true));
    expect(new Set(kinds)).toEqual(new Set(decisionKinds));
  });
});

describe("an outcome that nobody tells", () => {
  it.each([
    ["asked about, for a day", { nextCheckAtMs: 1, sinceMs: 0 }, 86_400_000, false],
    ["silent for a moment less than 72 hours", { nextCheckAtMs: 1, sinceMs: 0 }, 72 * 3_600_000 - 1, false],
    ["silent for 72 hours", { nextCheckAtMs: 1, sinceMs: 0 }, 72 * 3_600_000, true],
    ["that nobody asks about any more", { nextCheckAtMs: null, sinceMs: 0 }, 1, true],
  ])("%s: given up %s", (_name, item, nowMs, given) => {
    expect(needsPerson(item, nowMs)).toBe(given);
  });

  it("each age bucket begins where the one before it ends", () => {
    for (const [index, { name, endMs }] of ageBuckets.entries()) {
      expect(ageBucketOf(ageBuckets[index - 1]?.endMs ?? 0)).toBe(name);
      if (Number.isFinite(endMs)) expect(ageBucketOf(endMs - 1)).toBe(name);
    }
  });
});
