import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { ProviderCapabilities } from "../../providers/capabilities.ts";
import { simulatorCapabilitiesOf } from "../../providers/testing/simulator-capabilities.ts";
import { findOffer } from "./offers.ts";
import { assessRoute } from "./rules.ts";
import { type Behind, offerThrough, servedAccount, unservedParts, unservedRule } from "./serving.ts";
import { account, NOW_MS, rule, snapshot } from "./test-setup.ts";
import { traceRules } from "./trace.ts";
import { methodsView } from "./view.ts";

const all = simulatorCapabilitiesOf("simulator");
if (all === null) throw new Error("the simulator is there");
const mobile: ProviderCapabilities = {
  ...all,
  payout: false,
  methods: ["MOBILE_MONEY"],
  countries: ["CI", "SN"],
  currencies: ["XOF", "XAF"],
};
const { paysOut: _paysOut, serves: _serves, ...row } = account();
const written = { ...row, settings: Buffer.alloc(0) };

describe("an account serves what its row and its provider both allow", () => {
  it.each([
    ["any of what the provider serves", {}, ["XOF", "XAF"], ["CI", "SN"]],
    ["what the row names", { currencies: ["XOF"], countries: ["CI"] }, ["XOF"], ["CI"]],
    ["no more than the provider", { currencies: ["XOF", "EUR"], countries: ["CI", "FR"] }, ["XOF"], ["CI"]],
  ])("%s", (_what, over, currencies, countries) => {
    expect(servedAccount({ ...written, ...over }, mobile)).toMatchObject({
      methods: ["MOBILE_MONEY"],
      currencies,
      countries,
      paysOut: false,
    });
  });

  it("all of its row where the provider serves everything", () => {
    expect(servedAccount(written, all)).toEqual(account());
  });

  it.each([
    ["currencies that have nothing in common", { currencies: ["EUR"] }, mobile],
    ["countries that have nothing in common", { countries: ["FR"] }, mobile],
    ["methods that have nothing in common", { methods: ["CARD"] }, mobile],
    ["no connector in this program", {}, null],
  ] as const)("nothing with %s: an empty list would mean any", (_what, over, can) => {
    const served = servedAccount({ ...written, ...over }, can);
    expect(served.methods).toEqual([]);
    const asked = {
      method: "MOBILE_MONEY",
      amount: money(1n, "XOF"),
      country: "CI",
      operator: null,
    } as const;
    const routed = assessRoute(snapshot({ accounts: [served] }), asked, NOW_MS);
    expect(routed).toMatchObject({ removal: { reason: "NO_ACCOUNT" } });
  });
});

describe("an account whose settings narrow what it serves", () => {
  const serves = [
    { method: "MOBILE_MONEY", operator: "ORANGE", countryCode: "CI", authFlow: "REDIRECT", prompt: null },
    { method: "MOBILE_MONEY", operator: "MTN", countryCode: "CI" },
  ] as const;
  const narrow = servedAccount(written, { ...all, payout: false, operators: serves });
  const routed = (
    operator: string | null,
    country: string | null,
    method: "MOBILE_MONEY" | "CARD" = "MOBILE_MONEY",
  ) =>
    assessRoute(
      snapshot({ accounts: [narrow], rules: [rule(), rule({ id: "card", method: "CARD" })] }),
      { method, operator, country, amount: money(500n, "XOF") },
      NOW_MS,
    );

  it("pays out no more than its settings allow", () => expect(narrow.paysOut).toBe(false));

  it.each([
    ["ORANGE", "CI", true],
    ["MTN", "CI", true],
    [null, "CI", true],
    ["WAVE", "CI", false],
    ["MTN", "SN", false],
    [null, "SN", false],
  ])("carries %s in %s: %s", (operator, country, expected) => {
    const found = routed(operator, country);
    expect("route" in found).toBe(expected);
    if (!expected) expect(found).toMatchObject({ removal: { reason: "OPERATOR" } });
  });

  it("carries its other methods as before", () => {
    expect("route" in routed(null, null, "CARD")).toBe(true);
  });

  it("says how its payers approve, where that differs", () => {
    const offerIn = (operator: string) => {
      const offer = findOffer("MOBILE_MONEY", operator, "CI");
      if (offer === null) throw new Error("there is such an offer");
      return { offer, through: offerThrough(offer, narrow.serves) };
    };
    const orange = offerIn("ORANGE");
    expect(orange.through).toEqual({ ...orange.offer, authFlow: "REDIRECT", prompt: null });
    const mtn = offerIn("MTN");
    expect(mtn.through).toEqual(mtn.offer);
    expect(offerThrough(mtn.offer, null)).toBe(mtn.offer);
  });

  it("is offered with its own way of approval", () => {
    const [shown] = methodsView({
      snapshot: snapshot({ accounts: [narrow], rules: [rule()] }),
      amount: money(500n, "XOF"),
      walletCurrencies: ["XOF"],
      sessionMethods: null,
      nowMs: NOW_MS,
    }).filter(({ operator }) => operator === "ORANGE");
    expect(shown).toMatchObject({ countryCode: "CI", authFlow: "REDIRECT", prompt: null });
  });
});

describe("a payout", () => {
  const asked = {
    method: "MOBILE_MONEY",
    amount: money(5_000n, "XOF"),
    country: "CI",
    operator: "MTN",
    isPayout: true,
  } as const;
  const two = snapshot({
    rules: [rule({ id: "first", subTenantId: "sub-a" }), rule({ id: "second", subTenantId: "sub-b" })],
    accounts: [
      account({ id: "takes-only", subTenantId: "sub-a", paysOut: false }),
      account({ id: "sends-too", subTenantId: "sub-b" }),
    ],
    activeSubTenantIds: new Set(["sub-a", "sub-b"]),
  });

  it("skips a provider that can only take money; a payment does not skip it", () => {
    expect(assessRoute(two, asked, NOW_MS)).toMatchObject({ route: { providerAccountId: "sends-too" } });
    const payment = { ...asked, isPayout: false };
    expect(assessRoute(two, payment, NOW_MS)).toMatchObject({ route: { providerAccountId: "takes-only" } });
  });

  it("is shown by a dry run, with the account that cannot send money", () => {
    expect(traceRules(two, asked)[0]?.accounts).toEqual([{ accountId: "takes-only", verdict: "METHOD" }]);
  });

  it("has no account when no provider can send money", () => {
    const one = { ...two, rules: two.rules.slice(0, 1) };
    expect(assessRoute(one, asked, NOW_MS)).toMatchObject({ removal: { reason: "NO_ACCOUNT" } });
  });
});

describe("a rule that no provider behind it serves", () => {
  const behind = (...cans: readonly ProviderCapabilities[]): readonly Behind[] =>
    cans.map((can, index) => ({ provider: `provider_${index + 1}`, can }));
  const asked = (over: { method?: string; currency?: string; country?: string }) => ({
    method: "MOBILE_MONEY",
    currency: null,
    country: null,
    ...over,
  });
  const cards: ProviderCapabilities = { ...all, methods: ["CARD"], currencies: ["EUR"] };

  it.each([
    ["no account yet", asked({ method: "CARD" }), behind(), null],
    ["what it serves", asked({ currency: "XOF", country: "CI" }), behind(mobile), null],
    ["what one of two serves", asked({ method: "CARD" }), behind(mobile, cards), null],
    ["any", asked({ method: "QR", currency: "GNF", country: "GN" }), behind(all), null],
    ["another method", asked({ method: "CARD" }), behind(mobile), ["method", "CARD (provider_1)"]],
    [
      "a method of neither",
      asked({ method: "QR" }),
      behind(mobile, cards),
      ["method", "QR (provider_1, provider_2)"],
    ],
    ["another currency", asked({ currency: "EUR" }), behind(mobile), ["currency", "MOBILE_MONEY in EUR"]],
    [
      "a currency of the other method",
      asked({ currency: "EUR" }),
      behind(mobile, cards),
      ["currency", "MOBILE_MONEY in EUR"],
    ],
    ["another country", asked({ country: "GN" }), behind(mobile), ["country", "MOBILE_MONEY in GN"]],
  ] as const)("%s", (_what, wanted, providers, expected) => {
    const unserved = unservedRule(wanted, providers);
    if (expected === null) return expect(unserved).toBeNull();
    expect(unserved?.path).toBe(expected[0]);
    expect(unserved?.sentence).toContain(expected[1]);
  });
});

describe("what an account names and its provider does not serve", () => {
  const { paysOut: _can, ...named } = account();
  const partsOf = (over: object, can = mobile) =>
    unservedParts({ ...named, methods: ["MOBILE_MONEY"], ...over }, { provider: "mtn", can }).map(
      ({ path, sentence }) => `${path}: ${sentence}`,
    );

  it.each([
    [{}, []],
    [{ currencies: ["XAF"], countries: ["SN"] }, []],
    [{ methods: ["MOBILE_MONEY", "CARD"] }, ["methods: mtn does not serve CARD"]],
    [{ currencies: ["XOF", "EUR"] }, ["currencies: mtn does not serve EUR"]],
    [{ countries: ["FR", "DE"] }, ["countries: mtn does not serve FR"]],
    [
      { methods: ["QR"], countries: ["FR"] },
      ["methods: mtn does not serve QR", "countries: mtn does not serve FR"],
    ],
  ])("%j: %j", (over, expected) => {
    expect(partsOf(over)).toEqual(expected);
    expect(partsOf(over, all)).toEqual([]);
  });
});
