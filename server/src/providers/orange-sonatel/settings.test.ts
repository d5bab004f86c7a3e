import { describe, expect, it } from "vitest";
import { accessOf, accountTerms, nationalNumber } from "./settings.ts";

const settings = {
  clientId: "demo-client",
  clientSecret: "demo-secret",
  merchantCode: "123456",
  callbackSecret: "demo-callback-secret",
};

it("the address is Orange's own for the account's mode, or that of the settings", () => {
  expect(accessOf({ mode: "LIVE", settings }).baseUrl).toBe("https://api.orange-sonatel.com");
  expect(accessOf({ mode: "SANDBOX", settings }).baseUrl).toBe("https://api.sandbox.orange-sonatel.com");
  const own = { ...settings, baseUrl: "https://orange.example/" };
  expect(accessOf({ mode: "LIVE", settings: own }).baseUrl).toBe("https://orange.example");
});

describe("what an account serves", () => {
  it("is a code, and payments by password in Senegal", () => {
    const { operators } = accountTerms({ settings });
    expect(operators?.map(({ method, countryCode, authFlow }) => [method, countryCode, authFlow])).toEqual([
      ["MOBILE_MONEY", "SN", "OTP"],
      ["QR", null, "QR"],
    ]);
  });

  it("includes refunds and payouts only with a retailer's number and PIN", () => {
    const sends = (more: object) => {
      const { refund, payout } = accountTerms({ settings: { ...settings, ...more } });
      return [refund, payout];
    };
    const [none, all] = [
      ["NONE", false],
      [undefined, undefined],
    ];
    expect(sends({})).toEqual(none);
    expect(sends({ retailerMsisdn: "770000001" })).toEqual(none);
    expect(sends({ retailerPin: "1234" })).toEqual(none);
    expect(sends({ retailerMsisdn: "770000001", retailerPin: "1234" })).toEqual(all);
  });
});

it.each([
  ["+221771234567", "771234567"],
  ["+22177123456", null],
  ["+2250700000000", null],
  ["771234567", null],
  [null, null],
])("the number %s is %s at Orange", (phone, number) => {
  expect(nationalNumber(phone)).toBe(number);
});
