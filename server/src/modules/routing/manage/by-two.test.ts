import { describe, expect, it } from "vitest";
import { accountTakesTwo, ruleTakesTwo, subTenantTakesTwo } from "./by-two.ts";

const account = {
  name: "Acquirer",
  status: "ENABLED",
  methods: ["CARD"],
  currencies: [],
  countries: [],
  operators: [],
  automaticSuspension: true,
  limits: [{ currency: "XOF", perPayment: null, perDay: "5000", countsPayouts: true }],
  balanceTolerances: [{ currency: "XOF", amount: "500" }],
} as const;
const rule = { priority: 100, method: "CARD", country: null, enabled: true };

describe("a live account", () => {
  it.each([
    ["disabled, and nothing else", { status: "DISABLED" }, [], false],
    ["disabled under another name", { status: "DISABLED", name: "Other" }, [], true],
    ["disabled with another credential", { status: "DISABLED" }, ["apiKey"], true],
    ["disabled with fewer countries", { status: "DISABLED", countries: ["CI"] }, [], true],
    ["with another credential", {}, ["apiKey"], true],
    ["renamed", { name: "Other" }, [], true],
    ["for more methods", { methods: ["CARD", "QR"] }, [], true],
  ] as const)("%s takes two: %j, %j: %s", (_name, change, changed, expected) => {
    expect(accountTakesTwo("LIVE", account, { ...account, ...change }, changed)).toBe(expected);
    expect(accountTakesTwo("SANDBOX", account, { ...account, ...change }, changed)).toBe(false);
  });
  const limits = (perDay: string | null, perPayment: string | null = null, countsPayouts = true) => [
    { currency: "XOF", perPayment, perDay, countsPayouts },
  ];
  it.each([
    ["lowered", { limits: limits("4999") }, false],
    ["joined by one per payment", { limits: limits("5000", "100") }, false],
    ["lowered while it is disabled", { status: "DISABLED", limits: limits("1") }, false],
    ["raised", { limits: limits("5001") }, true],
    ["lifted", { limits: [] }, true],
    ["no longer counting payouts", { limits: limits("4999", null, false) }, true],
    ["swapped for one per payment", { limits: limits(null, "100") }, true],
    ["lowered under another name", { name: "Other", limits: limits("1") }, true],
  ] as const)("whose limit is %s takes two: %j: %s", (_name, change, expected) => {
    expect(accountTakesTwo("LIVE", account, { ...account, ...change }, [])).toBe(expected);
  });
  it.each([
    ["lowered", [{ currency: "XOF", amount: "499" }], false],
    ["taken away", [], false],
    ["raised", [{ currency: "XOF", amount: "501" }], true],
    [
      "joined by one of another currency",
      [...account.balanceTolerances, { currency: "XAF", amount: "1" }],
      true,
    ],
  ])("whose tolerance of balances is %s takes two: %j: %s", (_name, balanceTolerances, expected) => {
    expect(accountTakesTwo("LIVE", account, { ...account, balanceTolerances }, [])).toBe(expected);
  });
  it("is enabled by two operators", () => {
    expect(accountTakesTwo("LIVE", { ...account, status: "DISABLED" }, account, [])).toBe(true);
  });
  it("gets new credentials by two operators although it is disabled", () => {
    const disabled = { ...account, status: "DISABLED" } as const;
    expect(accountTakesTwo("LIVE", disabled, disabled, ["callbackSecret"])).toBe(true);
  });
});

describe("a live rule", () => {
  it.each([
    ["disabled, and nothing else", { enabled: false }, false],
    ["disabled and moved", { enabled: false, priority: 1 }, true],
    ["moved", { priority: 1 }, true],
    ["narrowed", { country: "CI" }, true],
  ])("%s: takes two: %j: %s", (_name, change, expected) => {
    expect(ruleTakesTwo("LIVE", rule, { ...rule, ...change })).toBe(expected);
    expect(ruleTakesTwo("SANDBOX", rule, { ...rule, ...change })).toBe(false);
  });
  it("needs two operators to be enabled, and to be changed while disabled", () => {
    const disabled = { ...rule, enabled: false };
    expect(ruleTakesTwo("LIVE", disabled, rule)).toBe(true);
    expect(ruleTakesTwo("LIVE", disabled, { ...disabled, priority: 1 })).toBe(true);
  });
});

describe("a sub-tenant", () => {
  it.each([
    ["DISABLED", "ACTIVE", true, true],
    ["DISABLED", "ACTIVE", false, false],
    ["ACTIVE", "DISABLED", true, false],
    ["ACTIVE", "ACTIVE", true, false],
    ["DISABLED", "DISABLED", true, false],
  ] as const)("%s to %s, with live accounts %s: takes two: %s", (before, after, hasLive, expected) => {
    expect(subTenantTakesTwo(before, after, hasLive)).toBe(expected);
  });
});
