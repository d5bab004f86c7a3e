import { describe, expect, it } from "vitest";
import { Refusal } from "../../../kit/errors.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import { readPaymentDetails } from "../attempt/payment-details.ts";
import { readReturnUrl } from "./return-url.ts";

const url = "https://shop.example/back";
type Details = Parameters<typeof readPaymentDetails>[1];

function read(method: PaymentMethod, details: Details, returnUrl: string | undefined): unknown {
  try {
    return readReturnUrl(returnUrl, method, readPaymentDetails(method, details), "SANDBOX");
  } catch (error) {
    if (error instanceof Refusal) return error.details.fields;
    throw error;
  }
}

const wave = { phone: "+2250707070789", operator: "WAVE", countryCode: "CI" };
const orange = { ...wave, operator: "ORANGE" };

describe("where a payer comes back to", () => {
  it.each<[string, PaymentMethod, Details, string | undefined, string | null]>([
    ["mobile money with a prompt needs none", "MOBILE_MONEY", orange, undefined, null],
    ["mobile money with a prompt may have one", "MOBILE_MONEY", orange, url, url],
    ["mobile money with a page", "MOBILE_MONEY", wave, url, url],
    ["mobile money, until its account is known", "MOBILE_MONEY", wave, undefined, null],
    ["a card", "CARD", {}, url, url],
    ["a card, in the details", "CARD", { returnUrl: url }, undefined, url],
    ["a card with a token needs none", "CARD", { cardToken: "tok_1" }, undefined, null],
    ["a wallet", "WALLET", { walletId: "wal_1" }, url, url],
    ["a QR code needs none", "QR", {}, undefined, null],
    ["a transfer needs none", "BANK_TRANSFER", { countryCode: "CI" }, undefined, null],
    ["this machine, in sandbox", "CARD", {}, "http://localhost:3000/back", "http://localhost:3000/back"],
  ])("%s", (_name, method, details, given, expected) => {
    expect(read(method, details, given)).toBe(expected);
  });

  it.each<[string, PaymentMethod, Details, string | undefined, string, string]>([
    ["a card page", "CARD", {}, undefined, "returnUrl", "required"],
    ["an approval page", "WALLET", { walletId: "wal_1" }, undefined, "returnUrl", "required"],
    ["two addresses", "CARD", { returnUrl: url }, url, "returnUrl", "exclusive"],
    ["a script", "CARD", {}, "javascript:alert(1)", "returnUrl", "url"],
    [
      "a script in the details",
      "CARD",
      { returnUrl: "javascript:alert(1)" },
      undefined,
      "paymentDetails.returnUrl",
      "url",
    ],
  ])("%s is refused", (_name, method, details, given, path, rule) => {
    expect(read(method, details, given)).toMatchObject([{ path, rule }]);
  });
});
