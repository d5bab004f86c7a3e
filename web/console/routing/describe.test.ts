import { describe, expect, it } from "vitest";
import type { ProviderAccount, Rule } from "../../ui/api/views.ts";
import { liveSteps, moved, proposedRules } from "./describe.ts";

const rule = (id: string, over: Partial<Rule> = {}): Rule => ({
  object: "routing_rule",
  id,
  mode: "LIVE",
  priority: 100,
  method: "CARD",
  currency: null,
  country: null,
  operator: null,
  amountMin: null,
  amountMax: null,
  subTenantId: "sub_1",
  enabled: true,
  accountCount: 1,
  version: 1,
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
  ...over,
});
const account = (status: "ENABLED" | "DISABLED") => ({ status }) as ProviderAccount;

describe("the order of rules", () => {
  it.each([
    ["b", -1, ["b", "a", "c"]],
    ["b", 1, ["a", "c", "b"]],
    ["a", -1, ["a", "b", "c"]],
    ["c", 1, ["a", "b", "c"]],
    ["gone", 1, ["a", "b", "c"]],
  ] as const)("with %s moved by %i", (id, by, expected) => {
    expect(moved(["a", "b", "c"], id, by)).toEqual(expected);
  });

  it("is proposed to the dry run without what only stored rules have, and without rules that are gone", () => {
    expect(proposedRules([rule("a"), rule("b", { enabled: false })], ["b", "gone", "a"])).toEqual(
      [false, true].map((enabled) => ({
        method: "CARD",
        subTenantId: "sub_1",
        currency: null,
        country: null,
        operator: null,
        amountMin: null,
        amountMax: null,
        enabled,
      })),
    );
  });
});

describe("the steps to a first live payment", () => {
  it.each([
    ["nothing is there", [], [], [false, false, false]],
    ["an account waits to be enabled", [account("DISABLED")], [], [true, false, false]],
    ["no rule leads to the account", [account("ENABLED")], [], [true, true, false]],
    [
      "the rule leads to no account",
      [account("ENABLED")],
      [rule("a", { accountCount: 0 })],
      [true, true, false],
    ],
    ["the rule is disabled", [account("ENABLED")], [rule("a", { enabled: false })], [true, true, false]],
    ["all is done, and none is shown", [account("ENABLED")], [rule("a")], []],
  ] as const)("when %s", (_name, accounts, rules, done) => {
    expect(liveSteps("LIVE", accounts, rules).map(([, isDone]) => isDone)).toEqual(done);
  });

  it("are not shown in the sandbox", () => {
    expect(liveSteps("SANDBOX", [], [])).toEqual([]);
  });
});
