import { describe, expect, test } from "vitest";
import { money } from "../../kit/money.ts";
import type { ServedOperator } from "../../providers/provider.ts";
import { chooseRoute, findsRouteLater, isOffer, isTestPhone, offerOf, withFullDay } from "./choose.ts";
import { offers } from "./offers.ts";
import { isCarried, type Route, type RouteQuestion, removalReasonsOf, routableMethods } from "./rules.ts";
import { account, bound, NOW_MS, outage, question, rule, snapshot } from "./test-setup.ts";

const asked: RouteQuestion = {
  method: "MOBILE_MONEY",
  amount: money(5_000n, "XOF"),
  country: "CI",
  operator: "ORANGE",
};
const dayLimit = (over = {}) => ({
  currency: "XOF",
  perPayment: null,
  perDay: 5_000n,
  takenToday: 5_000n,
  countsPayouts: false,
  ...over,
});

describe("a payment that cannot go now waits only for what passes by itself", () => {
  test.each([
    ["nothing is in the way", {}, true],
    ["an outage", { outages: [outage()] }, true],
    ["a suspended account", { accounts: [account({ suspended: true })] }, true],
    ["a day that is full", { accounts: [account({ limits: [dayLimit()] })] }, true],
    [
      "more than one day may take",
      { accounts: [account({ limits: [dayLimit({ perDay: 4_999n })] })] },
      false,
    ],
    ["a disabled account", { accounts: [account({ status: "DISABLED" as const })] }, false],
    ["an amount above the bound", { bounds: [bound({ max: 4_999n })] }, false],
    ["no rule", { rules: [] }, false],
  ])("%s", (_name, over, later) => {
    expect(findsRouteLater(snapshot(over), asked, NOW_MS)).toBe(later);
    expect(isCarried(question(over, { sessionMethods: ["MOBILE_MONEY"] }))).toBe(later);
  });
});

test("the reasons why nothing is offered: each once, the session's own choice last", () => {
  const nothing = question(
    { accounts: [account({ status: "DISABLED" })] },
    { sessionMethods: ["CARD", "QR"] },
  );
  const reasons = removalReasonsOf(nothing);
  expect(reasons.at(-1)).toBe("NOT_IN_SESSION");
  expect(reasons[0]).not.toBe("NOT_IN_SESSION");
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(reasons).toContain("ACCOUNT_DISABLED");
  expect(removalReasonsOf(question({ accounts: [account({ countries: ["CI"] })] }))).not.toContain("NO_RULE");
});

describe("an account whose day is full is passed over", () => {
  const accounts = [
    account({ limits: [dayLimit({ takenToday: 0n }), dayLimit({ currency: "EUR", takenToday: 0n })] }),
    account({ id: "account-b" }),
  ];
  const full = withFullDay(snapshot({ accounts }), "account-a", "XOF");

  test("in that currency only, and nothing else changes", () => {
    expect(chooseRoute(snapshot({ accounts }), asked, NOW_MS)).toMatchObject({
      providerAccountId: "account-a",
    });
    expect(chooseRoute(full, asked, NOW_MS)).toMatchObject({ providerAccountId: "account-b" });
    const euro = { ...asked, method: "CARD", amount: money(5_000n, "EUR"), operator: null } as const;
    expect(chooseRoute(full, euro, NOW_MS)).toMatchObject({ providerAccountId: "account-a" });
    expect(full.accounts[1]).toEqual(accounts[1]);
  });

  test("an account without a limit of the day has none afterwards", () => {
    const unlimited = [account({ limits: [dayLimit({ perDay: null, takenToday: 0n })] })];
    expect(withFullDay(snapshot({ accounts: unlimited }), "account-a", "XOF").accounts).toEqual(unlimited);
  });
});

describe("the way to pay is the one of the account that takes it", () => {
  const served: ServedOperator = {
    method: "MOBILE_MONEY",
    operator: "ORANGE",
    countryCode: "CI",
    authFlow: "OTP",
    prompt: "#144*82#",
  };
  const accounts = [account({ id: "plain" }), account({ serves: [served], testPhones: ["46733123450"] })];
  const routeTo = (providerAccountId: string): Route => ({
    providerAccountId,
    provider: "simulator",
    subTenantId: "sub-a",
    ruleId: "rule-a",
  });

  test("its own prompt and approval, where it lists what it serves", () => {
    const own = offerOf(snapshot({ accounts }), asked, routeTo("account-a"));
    expect(own).toMatchObject({ authFlow: "OTP", prompt: "#144*82#", operator: "ORANGE" });
    const usual = offerOf(snapshot({ accounts }), asked, null);
    expect(usual).toMatchObject({ operator: "ORANGE", countryCode: "CI" });
    expect(usual?.prompt).not.toBe("#144*82#");
    expect(offerOf(snapshot({ accounts }), asked, routeTo("plain"))).toEqual(usual);
  });

  test("none for an operator that the country does not have", () => {
    expect(offerOf(snapshot({ accounts }), { ...asked, operator: "VODACOM" }, null)).toBeNull();
  });

  test("a test number is one of this account only", () => {
    expect(isTestPhone(snapshot({ accounts }), routeTo("account-a"), "46733123450")).toBe(true);
    expect(isTestPhone(snapshot({ accounts }), routeTo("plain"), "46733123450")).toBe(false);
    expect(isTestPhone(snapshot({ accounts }), routeTo("account-a"), "46733123451")).toBe(false);
    expect(isTestPhone(snapshot({ accounts }), null, "46733123450")).toBe(false);
  });
});

describe("a route for a way to pay shows that its method is offered", () => {
  test.each([
    ["nothing is in the way", {}],
    ["a bound of one country", { bounds: [bound({ country: "CI", max: 4_999n })] }],
    [
      "a general bound that one country widens",
      {
        bounds: [bound({ max: 4_999n }), bound({ country: "CI", max: 9_999n })],
      },
    ],
    ["an outage of one operator", { outages: [outage({ operator: "ORANGE" })] }],
    ["a rule for one country", { rules: [rule({ country: "CI" })] }],
    ["an account of one country", { accounts: [account({ countries: ["SN"] })] }],
    ["no account", { accounts: [] }],
  ])("%s", (_name, over) => {
    const at = snapshot(over);
    const methods = routableMethods(question(over, { sessionMethods: null }));
    for (const { method, operator, countryCode } of offers) {
      const own = { method, operator, country: countryCode, amount: asked.amount };
      expect(isOffer(own, offerOf(at, own, null))).toBe(true);
      if ("refused" in chooseRoute(at, own, NOW_MS)) continue;
      expect([method, methods.includes(method)]).toEqual([method, true]);
    }
  });

  test("a question about a country is not the offer that knows none", () => {
    const qr = { ...asked, method: "QR", operator: "WAVE" } as const;
    expect(isOffer(qr, offerOf(snapshot({}), qr, null))).toBe(false);
    expect(isOffer({ ...qr, country: null }, offerOf(snapshot({}), qr, null))).toBe(true);
    expect(isOffer(asked, null)).toBe(false);
  });
});

describe("a rule takes the payments that it names, its smallest and largest amount included", () => {
  const only = (over: Parameters<typeof rule>[0]) =>
    chooseRoute(snapshot({ rules: [rule(over)] }), asked, NOW_MS);
  test.each([
    [{ amountMin: 5_000n, amountMax: 5_000n }, null],
    [{ amountMin: 5_001n }, "AMOUNT_BELOW_MIN"],
    [{ amountMax: 4_999n }, "AMOUNT_ABOVE_MAX"],
    [{ currency: "XOF", country: "CI", operator: "ORANGE" }, null],
    [{ currency: "EUR" }, "NO_RULE"],
    [{ country: "SN" }, "NO_RULE"],
    [{ operator: "MTN" }, "NO_RULE"],
    [{ method: "CARD" as const }, "NO_RULE"],
  ])("%o", (over, reason) => {
    expect(only(over)).toMatchObject(reason === null ? { ruleId: "rule-a" } : { reason });
  });

  test("payouts go through accounts that can send them", () => {
    const accounts = [account({ paysOut: false }), account({ id: "sender" })];
    const payout = { ...asked, isPayout: true };
    expect(chooseRoute(snapshot({ accounts }), payout, NOW_MS)).toMatchObject({
      providerAccountId: "sender",
    });
    expect(chooseRoute(snapshot({ accounts }), asked, NOW_MS)).toMatchObject({
      providerAccountId: "account-a",
    });
  });
});
