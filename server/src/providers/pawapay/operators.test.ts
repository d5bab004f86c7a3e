import { describe, expect, it } from "vitest";
import { findOperator } from "../../kit/operators.ts";
import { customerMessage } from "./customer-message.ts";
import { operatorOf, pawapayOperators, servedOperators } from "./operators.ts";

describe("pawaPay's operators", () => {
  it("are operators that the service knows, each once", () => {
    for (const { countryCode, operator } of pawapayOperators)
      expect(findOperator(countryCode, operator), `${countryCode} ${operator}`).not.toBeNull();
    const codes = pawapayOperators.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toHaveLength(18);
  });

  it.each([
    ["CI", "MTN", "PIN_PROMPT", null],
    ["BF", "ORANGE", "OTP", "*144*4*6#"],
    ["BF", "MOOV", "PIN_PROMPT", null],
    ["SN", "WAVE", "REDIRECT", null],
    ["CI", "WAVE", "REDIRECT", null],
  ])("%s %s: the payer approves by %s %s", (countryCode, operator, authFlow, prompt) => {
    expect(
      servedOperators.find((one) => one.countryCode === countryCode && one.operator === operator),
    ).toMatchObject({ authFlow, prompt });
  });

  it.each([
    ["+2250504030789", "MTN", "CI", "MTN_MOMO_CIV"],
    ["+2250504030789", null, null, "MTN_MOMO_CIV"],
    ["+2250504030789", "WAVE", null, "WAVE_CIV"],
    ["+243813456789", null, null, "VODACOM_MPESA_COD"],
    ["+2250104030789", "MOOV", "CI", undefined],
    ["+22890000000", null, null, undefined],
    ["+33612345678", null, null, undefined],
    [null, "MTN", "CI", undefined],
  ])("%s with %s in %s is %s", (phone, operator, countryCode, code) => {
    expect(operatorOf({ phone, operator, countryCode })?.code).toBe(code);
  });
});

describe("the operator's message to the payer", () => {
  it.each([
    ["Commande n° 42 : « thé à la menthe »", "Commande n 42 the a la"],
    ["Facture", "Facture"],
    ["Œuf", "Paiement"],
    ["茶", "Paiement"],
    ["a\u0000b\nc d", "a b c d"],
    ["", "Paiement"],
    ["1234567890123456789012345", "1234567890123456789012"],
    ["123456789012345678901 34", "123456789012345678901"],
  ])("of %j is %j", (title, message) => {
    expect(customerMessage(title, "fr")).toBe(message);
    expect(customerMessage(title, "fr")).toMatch(/^[A-Za-z0-9 ]{4,22}$/);
  });

  it.each([
    ["fr", "Paiement"],
    ["en", "Payment"],
    ["pt", "Pagamento"],
  ] as const)("without a usable title in %s is %s", (locale, message) => {
    expect(customerMessage("!!", locale)).toBe(message);
  });
});
