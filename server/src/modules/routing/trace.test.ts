import { describe, expect, test } from "vitest";
import { testSeed } from "../../../test/harness/seed.ts";
import { money } from "../../kit/money.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { assessRoute, type RouteQuestion } from "./rules.ts";
import { account, NOW_MS, rule, snapshot } from "./test-setup.ts";
import { traceRules } from "./trace.ts";

const question = (over: Partial<RouteQuestion> = {}): RouteQuestion => ({
  method: "MOBILE_MONEY",
  amount: money(5_000n, "XOF"),
  country: "CI",
  operator: "ORANGE",
  ...over,
});

describe("the trace of a rule", () => {
  const off = account({ id: "off", subTenantId: "sub-off", status: "DISABLED" });
  const cards = account({ id: "cards", subTenantId: "sub-cards", methods: ["CARD"] });
  const weak = account({ id: "weak", subTenantId: "sub-weak", suspended: true });
  const strong = account({ id: "strong", subTenantId: "sub-weak" });
  const euro = account({ id: "euro", currencies: ["EUR"] });
  const world = (rules: readonly Parameters<typeof rule>[0][]) =>
    snapshot({
      activeSubTenantIds: new Set(["sub-a", "sub-off", "sub-cards", "sub-weak"]),
      accounts: [off, cards, weak, strong, euro, account(), account({ id: "account-b" })],
      rules: rules.map((over, index) => rule({ id: `rule-${index}`, ...over })),
    });

  test.each([
    ["another method is none of it", { method: "CARD" }, []],
    ["another operator", { operator: "MTN" }, ["DOES_NOT_MATCH"]],
    ["another country", { country: "SN" }, ["DOES_NOT_MATCH"]],
    ["another currency", { currency: "EUR" }, ["DOES_NOT_MATCH"]],
    ["switched off", { enabled: false }, ["RULE_DISABLED"]],
    ["an amount below its range", { currency: "XOF", amountMin: 5_001n }, ["AMOUNT_BELOW_MIN"]],
    ["an amount above its range", { currency: "XOF", amountMax: 4_999n }, ["AMOUNT_ABOVE_MAX"]],
    ["a sub-tenant that is off", { subTenantId: "sub-gone" }, ["SUB_TENANT_DISABLED"]],
    ["an account that is off", { subTenantId: "sub-off" }, ["ACCOUNT_DISABLED", "off ACCOUNT_DISABLED"]],
    [
      "a suspended account before one that can",
      { subTenantId: "sub-weak" },
      ["TAKES", "weak ACCOUNT_SUSPENDED", "strong TAKES"],
    ],
    ["no account for the method", { subTenantId: "sub-cards" }, ["NO_ACCOUNT", "cards METHOD"]],
    [
      "the first account that can",
      {},
      ["TAKES", "euro CURRENCY", "account-a TAKES", "account-b NOT_REACHED"],
    ],
  ] as const)("%s", (_name, over, expected) => {
    const [trace] = traceRules(world([over]), question());
    const said =
      trace === undefined
        ? []
        : [trace.verdict, ...trace.accounts.map((one) => `${one.accountId} ${one.verdict}`)];
    expect(said).toEqual(expected);
  });

  test("a rule behind the one that takes the payment is marked as not reached", () => {
    const verdicts = traceRules(world([{}, {}, { operator: "MTN" }, { enabled: false }]), question());
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      "TAKES",
      "NOT_REACHED",
      "DOES_NOT_MATCH",
      "RULE_DISABLED",
    ]);
  });
});

const seed = testSeed();

test(`the rule and account that take a payment are those that routing names, in 3 000 random worlds (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random.unit() * items.length)] as Item;
  let routed = 0;
  for (let run = 0; run < 3_000; run += 1) {
    const subTenants = ["sub-a", "sub-b", "sub-c"];
    const world = snapshot({
      activeSubTenantIds: new Set(subTenants.filter(() => random.unit() < 0.8)),
      accounts: Array.from({ length: 4 }, (_none, index) =>
        account({
          id: `account-${index}`,
          subTenantId: pick(subTenants),
          status: pick(["ENABLED", "ENABLED", "DISABLED"]),
          currencies: pick([[], ["XOF"], ["EUR"]]),
          countries: pick([[], ["CI"], ["SN"]]),
          operators: pick([[], ["ORANGE"], ["MTN"]]),
        }),
      ),
      rules: Array.from({ length: 5 }, (_none, index) =>
        rule({
          id: `rule-${index}`,
          subTenantId: pick(subTenants),
          operator: pick([null, "ORANGE", "MTN"]),
          country: pick([null, "CI"]),
          enabled: random.unit() < 0.8,
        }),
      ),
    });
    const asked = question({ operator: pick(["ORANGE", "MTN", null]), country: pick(["CI", "SN", null]) });
    const assessed = assessRoute(world, asked, NOW_MS);
    const traces = traceRules(world, asked);
    const taking = traces.filter(({ verdict }) => verdict === "TAKES");
    if ("route" in assessed) {
      routed += 1;
      expect(
        taking.map(({ rule: { id } }) => id),
        `run ${run}`,
      ).toEqual([assessed.route.ruleId]);
      const accounts = taking[0]?.accounts.filter(({ verdict }) => verdict === "TAKES");
      expect(
        accounts?.map(({ accountId }) => accountId),
        `run ${run}`,
      ).toEqual([assessed.route.providerAccountId]);
    } else {
      expect(taking, `run ${run}`).toEqual([]);
      const named = traces.find(({ rule: { id } }) => id === assessed.removal.ruleId);
      expect(named?.verdict ?? "NO_RULE", `run ${run}`).toBe(assessed.removal.reason);
    }
  }
  expect(routed).toBeGreaterThan(500);
});
