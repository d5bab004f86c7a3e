import { describe, expect, it } from "vitest";
import { settingsProblems } from "../settings.ts";
import { baseUrlOf, mtnAccountTerms, mtnSettings } from "./settings.ts";

const collection = {
  targetEnvironment: "mtncameroon",
  collectionSubscriptionKey: "planted-subscription",
  collectionApiUser: "planted-user",
  collectionApiKey: "planted-key",
};
const disbursement = {
  disbursementSubscriptionKey: "planted-subscription",
  disbursementApiUser: "planted-user",
  disbursementApiKey: "planted-key",
};

describe("the settings of an account", () => {
  it("are those of Collection, and of Disbursement where money is sent", () => {
    expect(settingsProblems(mtnSettings, collection)).toEqual([]);
    expect(settingsProblems(mtnSettings, { ...collection, ...disbursement })).toEqual([]);
    const missing = settingsProblems(mtnSettings, disbursement).map(({ path }) => path);
    expect(missing).toEqual(Object.keys(collection).map((name) => `settings.${name}`));
    const secrets = mtnSettings.filter(({ secret }) => secret).map(({ name }) => name);
    expect(secrets).toEqual([
      "collectionSubscriptionKey",
      "collectionApiKey",
      "disbursementSubscriptionKey",
      "disbursementApiKey",
    ]);
  });

  it("name one of the environments that the service can serve", () => {
    const problems = settingsProblems(mtnSettings, { ...collection, targetEnvironment: "mtnatlantis" });
    expect(problems).toMatchObject([{ path: "settings.targetEnvironment", rule: "format" }]);
    expect(problems[0]?.message).toContain("must be one of sandbox, mtnivorycoast, ");
  });

  it("lead to MTN's address of the mode, or to their own", () => {
    const base = (mode: "LIVE" | "SANDBOX", baseUrl?: string) =>
      baseUrlOf({ mode, settings: baseUrl === undefined ? {} : { baseUrl } });
    expect(base("LIVE")).toBe("https://proxy.momoapi.mtn.com");
    expect(base("SANDBOX")).toBe("https://sandbox.momodeveloper.mtn.com");
    expect(base("LIVE", "https://proxy.momoapi.mtn.co.rw/")).toBe("https://proxy.momoapi.mtn.co.rw");
  });
});

describe("what an account serves", () => {
  const terms = (mode: "LIVE" | "SANDBOX", settings: Readonly<Record<string, string>>) =>
    mtnAccountTerms({ mode, settings });

  it.each([
    ["mtnivorycoast", "CI", "XOF"],
    ["mtnbenin", "BJ", "XOF"],
    ["mtncameroon", "CM", "XAF"],
    ["mtncongo", "CG", "XAF"],
    ["mtnguineaconakry", "GN", "GNF"],
  ])("%s: MTN in %s, in %s", (targetEnvironment, countryCode, currency) => {
    expect(terms("LIVE", { ...collection, ...disbursement, targetEnvironment })).toEqual({
      methods: ["MOBILE_MONEY"],
      countries: [countryCode],
      currencies: [currency],
      operators: [{ method: "MOBILE_MONEY", operator: "MTN", countryCode }],
      refund: "FULL",
      payout: true,
    });
  });

  it("is neither refund nor payout without all keys of Disbursement", () => {
    const { disbursementApiKey: _left, ...part } = disbursement;
    for (const settings of [collection, { ...collection, ...part }])
      expect(terms("LIVE", settings)).toMatchObject({ refund: "NONE", payout: false });
  });

  it("has the numbers of MTN's sandbox only for a sandbox account of it", () => {
    const sandbox = { ...collection, targetEnvironment: "sandbox" };
    const { testPhones } = terms("SANDBOX", sandbox);
    expect(testPhones).toHaveLength(16);
    expect(testPhones).toEqual(
      expect.arrayContaining(["+46733123450", "+46733123464", "+56733123453"] satisfies string[]),
    );
    expect(terms("LIVE", sandbox).testPhones).toBeUndefined();
    expect(terms("SANDBOX", { ...collection, targetEnvironment: "mtnbenin" }).testPhones).toBeUndefined();
  });

  it("is MTN in every country in its sandbox, and nothing in live mode or an unknown environment", () => {
    const sandbox = { ...collection, targetEnvironment: "sandbox" };
    expect(terms("SANDBOX", sandbox)).toMatchObject({
      methods: ["MOBILE_MONEY"],
      countries: ["CI", "BJ", "CM", "CG", "GN"],
      currencies: ["XOF", "XAF", "GNF"],
    });
    expect(terms("LIVE", sandbox)).toMatchObject({ methods: [], countries: [], operators: [] });
    const unknown = { ...collection, targetEnvironment: "mtnatlantis" };
    expect(terms("SANDBOX", unknown)).toMatchObject({ methods: [], countries: [] });
  });
});
