import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../contract/document.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";

/** What an operator learns about rules before they are in force; asking changes nothing. */
let setup: RoutingSetup;
beforeAll(async () => {
  setup = await openRoutingSetup();
});
afterAll(() => setup?.close());

describe("a dry run", () => {
  const orange = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    currency: "XOF",
    country: "CI",
    operator: "ORANGE",
    amount: "5000",
  };

  it("says which account would take a payment, and what became of every other rule", async () => {
    const off = await setup.anotherAcquirer({ status: "DISABLED" });
    const narrow = await setup.anotherAcquirer({ countries: ["SN"] });
    const [usual] = (await setup.sandboxRules()).filter(({ method }: Json) => method === "MOBILE_MONEY");
    const rule = (subTenantId: string, more: Json = {}) => ({ method: "MOBILE_MONEY", subTenantId, ...more });
    const rules = [
      rule(off.subTenantId, { operator: "MTN" }),
      rule(off.subTenantId, { enabled: false }),
      rule(off.subTenantId),
      rule(narrow.subTenantId),
      rule(narrow.subTenantId, { currency: "XOF", amountMax: "4999" }),
      rule(usual.subTenantId),
      rule(narrow.subTenantId),
    ];
    const answer = await setup.data("dryRunRouting", { body: { ...orange, rules } });
    expect(answer).toMatchObject({ moves: false, replayed: null, current: { routed: true, reason: null } });
    expect(answer.proposal).toMatchObject({
      routed: true,
      rulePosition: 6,
      subTenantId: usual.subTenantId,
      providerAccountId: answer.current.providerAccountId,
    });
    expect(
      answer.proposal.rules.map(({ verdict, accounts }: Json) => [
        verdict,
        ...accounts.map((one: Json) => one.verdict),
      ]),
    ).toEqual([
      ["DOES_NOT_MATCH"],
      ["RULE_DISABLED"],
      ["ACCOUNT_DISABLED", "ACCOUNT_DISABLED"],
      ["COUNTRY", "COUNTRY"],
      ["AMOUNT_ABOVE_MAX"],
      ["TAKES", "TAKES"],
      ["NOT_REACHED"],
    ]);
    const nobody = await setup.data("dryRunRouting", { body: { ...orange, rules: [rule(off.subTenantId)] } });
    expect(nobody).toMatchObject({
      moves: true,
      proposal: {
        routed: false,
        reason: "ACCOUNT_DISABLED",
        failureCode: "PROVIDER_UNAVAILABLE",
        rulePosition: 1,
      },
    });
    const none = await setup.data("dryRunRouting", { body: { ...orange, rules: [] } });
    expect(none.proposal).toMatchObject({ routed: false, reason: "NO_RULE", rules: [] });
  });

  it("says how many of the last charges a proposal would move, lose and gain; and changes nothing", async () => {
    for (const operator of ["ORANGE", "ORANGE", "MTN"] as const) await setup.pay(operator);
    const { subTenantId, accountId } = await setup.anotherAcquirer();
    const before = await setup.sandboxRules();
    const rules = [{ method: "MOBILE_MONEY", operator: "ORANGE", subTenantId }];
    const { replayed } = await setup.data("dryRunRouting", { body: { ...orange, rules, replay: 3 } });
    expect(replayed).toMatchObject({
      comparedWith: "CURRENT_RULES",
      charges: 3,
      same: 0,
      moved: 2,
      lost: 1,
      gained: 0,
    });
    const usual = before.find(({ method }: Json) => method === "MOBILE_MONEY");
    const now = await setup.data("dryRunRouting", { body: orange });
    expect(now.current.rules[0]).toMatchObject({ ruleId: usual.id, verdict: "TAKES" });
    expect(replayed.moves).toEqual([
      { from: now.current.providerAccountId, to: accountId, count: 2 },
      { from: now.current.providerAccountId, to: null, count: 1 },
    ]);
    await setup.data("updateRoutingRule", { params: { id: usual.id }, body: { enabled: false } });
    const closed = await setup.data("dryRunRouting", { body: { ...orange, rules, replay: 3 } });
    expect(closed.replayed).toMatchObject({ same: 1, moved: 0, lost: 0, gained: 2 });
    const today = await setup.data("dryRunRouting", {
      body: { ...orange, replay: 500, merchantId: setup.test.merchantId },
    });
    expect(today.replayed).toMatchObject({ comparedWith: "WHAT_HAPPENED", moved: 0 });
    expect(today.replayed.lost).toBe(today.replayed.charges);
    await setup.data("updateRoutingRule", { params: { id: usual.id }, body: { enabled: true } });
    const shape = (rows: Json) => rows.map(({ id, priority, enabled }: Json) => [id, priority, enabled]);
    expect(shape(await setup.sandboxRules())).toEqual(shape(before));
  });

  it("tells of a merchant without a wallet in the currency", async () => {
    const body = {
      ...orange,
      method: "CARD",
      operator: null,
      currency: "USD",
      merchantId: setup.test.merchantId,
    };
    const answer = await setup.call("dryRunRouting", { body });
    expect([codeOf(answer), answer.body.error.details.fields[0].rule]).toEqual([
      "400 VALIDATION_ERROR",
      "wallet",
    ]);
    expect((await setup.data("dryRunRouting", { body: { ...body, currency: "EUR" } })).current.routed).toBe(
      true,
    );
  });
});
