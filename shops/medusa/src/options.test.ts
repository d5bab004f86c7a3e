import { expect, it } from "vitest";
import { checkOptions } from "./options.ts";

const complete = {
  baseUrl: "https://pay.example.com",
  apiKey: "svc_mk_live_x",
  webhookSecret: "whsec_AAAA",
  successUrl: "https://shop.example/checkout/return",
};

it("takes complete options, and two secrets while one is being changed", () => {
  expect(() => checkOptions(complete)).not.toThrow();
  expect(() => checkOptions({ ...complete, webhookSecret: ["whsec_AAAA", "whsec_BBBB"] })).not.toThrow();
});

it.each([
  [{ apiKey: undefined }, "option apiKey is missing"],
  [{ webhookSecret: "" }, "option webhookSecret is missing"],
  [{ webhookSecret: "AAAA" }, "option webhookSecret must begin with whsec_"],
  [{ webhookSecret: ["whsec_AAAA", 1] }, "option webhookSecret must begin with whsec_"],
  [{ successUrl: "/return" }, "option successUrl must be an address that begins with https://"],
  [{ cancelUrl: "shop.example" }, "option cancelUrl must be an address that begins with https://"],
  [{ fractions: "up" }, "option fractions must be refuse or round"],
  [{ locale: "de" }, "option locale must be fr, en or pt"],
])("refuses %j and names the option", (change, message) => {
  expect(() => checkOptions({ ...complete, ...change })).toThrow(message);
});
