import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { isPayoutWithinLimits, isWithinLimits, type RoutableLimit } from "./account-limits.ts";
import { chooseRoute, findsRouteLater, withFullDay } from "./choose.ts";
import { account, NOW_MS, rule, snapshot } from "./test-setup.ts";

const limit = (over: Partial<RoutableLimit> = {}): RoutableLimit => ({
  currency: "XOF",
  perPayment: null,
  perDay: 10_000n,
  countsPayouts: true,
  takenToday: 4_000n,
  ...over,
});
const francs = (minor: bigint) => money(minor, "XOF");

describe("what an account may take", () => {
  it.each([
    ["fills the day", limit(), 6_000n, true, true],
    ["passes the day", limit(), 6_001n, false, false],
    ["passes a day that counts payments only", limit({ countsPayouts: false }), 6_001n, false, true],
    ["passes the limit of one payment", limit({ perDay: null, perPayment: 1n }), 2n, false, true],
    ["is of another currency", limit({ currency: "EUR" }), 99_999n, true, true],
  ] as const)("%s: a payment %s", (_name, one, minor, payment, payout) => {
    expect(isWithinLimits([one], francs(minor))).toBe(payment);
    expect(isPayoutWithinLimits([one], francs(minor))).toBe(payout);
  });
});

describe("a payout", () => {
  const payout = {
    method: "MOBILE_MONEY",
    amount: francs(5_000n),
    country: "CI",
    operator: "ORANGE",
    isPayout: true,
  } as const;
  const asked = (perDay: bigint) =>
    snapshot({
      activeSubTenantIds: new Set(["sub-a", "sub-b"]),
      accounts: [account({ limits: [limit({ perDay })] }), account({ id: "far", subTenantId: "sub-b" })],
      rules: [rule(), rule({ id: "rule-b", priority: 200, subTenantId: "sub-b" })],
    });

  it("goes to the next rule's account when a day is full", () => {
    expect(chooseRoute(asked(9_000n), payout, NOW_MS)).toMatchObject({ providerAccountId: "account-a" });
    expect(chooseRoute(asked(8_999n), payout, NOW_MS)).toMatchObject({ providerAccountId: "far" });
    const full = withFullDay(asked(9_000n), "account-a", "XOF");
    expect(chooseRoute(full, payout, NOW_MS)).toMatchObject({ providerAccountId: "far" });
  });

  it.each([
    ["larger than what is left today", 8_999n, true],
    ["larger than any day", 4_999n, false],
  ] as const)("%s finds a route later: %s, %s", (_name, perDay, later) => {
    const alone = { ...asked(perDay), rules: [rule()] };
    expect(chooseRoute(alone, payout, NOW_MS)).toMatchObject({ reason: "ACCOUNT_LIMIT" });
    expect(findsRouteLater(alone, payout, NOW_MS)).toBe(later);
  });
});
