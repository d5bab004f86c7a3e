import { describe, expect, it } from "vitest";
import { accessOf, accountTerms } from "./settings.ts";

const settings = { apiKey: "wave_sn_prod_demonstration", webhookSecret: "wave_sn_WHS_demonstration" };

describe("the address of the interface", () => {
  it("is Wave's own for a live account, and always that of the settings where it is given", () => {
    expect(accessOf({ mode: "LIVE", settings }).baseUrl).toBe("https://api.wave.com");
    const own = { ...settings, baseUrl: "https://wave.example/" };
    expect(accessOf({ mode: "LIVE", settings: own }).baseUrl).toBe("https://wave.example");
    expect(accessOf({ mode: "SANDBOX", settings: own }).baseUrl).toBe("https://wave.example");
  });

  it("is never Wave's own for a sandbox account: Wave has no sandbox", () => {
    expect(() => accessOf({ mode: "SANDBOX", settings })).toThrow("lacks a required setting");
  });
});

describe("what an account serves", () => {
  const served = (apiKey: string) => accountTerms({ settings: { ...settings, apiKey } });
  const withCountry = (apiKey: string) =>
    served(apiKey).operators?.map(({ method, countryCode, authFlow }) => [method, countryCode, authFlow]);

  it("is the country of its key, by a page and by a code", () => {
    expect(served("wave_sn_prod_a").countries).toEqual(["SN"]);
    expect(withCountry("wave_sn_prod_a")).toEqual([
      ["MOBILE_MONEY", "SN", "REDIRECT"],
      ["QR", null, "QR"],
    ]);
  });

  it("is every country of Wave where the key does not name one", () => {
    expect(served("another-form-of-key").countries).toEqual(["CI", "SN", "ML", "BF"]);
  });

  it("is nothing where the key is for a country that the service does not know Wave in", () => {
    expect(served("wave_ug_prod_a")).toEqual({ countries: [], operators: [] });
  });
});
