import { describe, expect, it } from "vitest";
import type { Rule } from "../../ui/api/views.ts";
import { questionOf, termsOf, typedOf } from "./typed-rule.ts";

const rule = {
  method: "CARD",
  subTenantId: "sub_1",
  country: "CI",
  operator: null,
  currency: "XOF",
  amountMin: "5000",
  amountMax: null,
} as unknown as Rule;
const terms = {
  method: "CARD",
  subTenantId: "sub_1",
  country: "CI",
  operator: null,
  currency: "XOF",
  amountMin: "5000",
  amountMax: null,
};

describe("the form of a rule", () => {
  it("sends a rule that nobody touched as it is", () => expect(termsOf(typedOf(rule, ""))).toEqual(terms));

  it("begins a new rule with no condition", () =>
    expect(termsOf(typedOf(null, "sub_2"))).toEqual({
      ...terms,
      method: "MOBILE_MONEY",
      subTenantId: "sub_2",
      country: null,
      currency: null,
      amountMin: null,
    }));

  it.each([
    ["an amount in words", { amountMin: "much" }, null],
    ["decimals of a currency without", { amountMax: "5,50" }, null],
    ["amounts without a currency, which go", { currency: "" }, { ...terms, currency: null, amountMin: null }],
    ["groups of digits", { amountMax: "1 000 000" }, { ...terms, amountMax: "1000000" }],
  ])("reads %s", (_what, typed, expected) =>
    expect(termsOf({ ...typedOf(rule, ""), ...typed })).toEqual(expected),
  );

  it("asks about a payment that the rule is for", () => {
    expect(questionOf(rule)).toMatchObject({
      method: "CARD",
      currency: "XOF",
      amount: "5000",
      country: "CI",
    });
    expect(questionOf({ ...rule, currency: null, amountMin: null })).toMatchObject({
      currency: "XOF",
      amount: "5000",
    });
  });
});
