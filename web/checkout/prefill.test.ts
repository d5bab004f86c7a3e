import { describe, expect, test } from "vitest";
import type { MethodOption } from "../../server/src/kit/payer-pages.ts";
import { withCustomer } from "./prefill.ts";
import { nothingTyped } from "./typed.ts";

const mobile = (countryCode: string, operator: string): MethodOption =>
  ({
    method: "MOBILE_MONEY",
    operator,
    countryCode,
    displayName: operator,
    authFlow: "PIN_PROMPT",
    prompt: null,
    status: "OPEN",
  }) as unknown as MethodOption;
const options = [mobile("CI", "ORANGE"), mobile("CI", "MTN"), mobile("SN", "WAVE")];
const customer = { name: "Awa Koné", phone: "+221771234567" };

describe("a form that nobody has filled in", () => {
  test("shows the customer's name and number, in the number's country and as people write it there", () => {
    expect(withCustomer(nothingTyped, customer, options, null)).toEqual({
      ...nothingTyped,
      country: "SN",
      phone: "77 123 45 67",
      payerName: "Awa Koné",
    });
  });

  test.each<[string, string | null]>([
    ["a country without an offer", "+33612345678"],
    ["a number of another length", "+22177123456"],
    ["no number", null],
  ])("shows no number: %s", (_name, phone) => {
    const shown = withCustomer(nothingTyped, { ...customer, phone }, options, null);
    expect(shown).toEqual({ ...nothingTyped, payerName: "Awa Koné" });
  });

  test("goes by the country that the payer asks for", () => {
    expect(withCustomer(nothingTyped, customer, options, "CI").phone).toBe("");
    expect(withCustomer(nothingTyped, customer, options, "SN").phone).toBe("77 123 45 67");
  });

  test("keeps the operator that was used last, unless it is one of another country", () => {
    const last = { ...nothingTyped, method: "MOBILE_MONEY", operator: "WAVE" };
    expect(withCustomer({ ...last, country: "SN" }, customer, options, null).operator).toBe("WAVE");
    const shown = withCustomer({ ...last, country: "CI", operator: "MTN" }, customer, options, null);
    expect([shown.country, shown.operator]).toEqual(["SN", null]);
  });

  test("leaves what is typed alone", () => {
    const typed = { ...nothingTyped, phone: "07", payerName: "Ali" };
    expect(withCustomer(typed, customer, options, null)).toEqual(typed);
    expect(withCustomer(typed, null, options, null)).toEqual(typed);
  });
});
