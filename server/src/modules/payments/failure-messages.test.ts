import { describe, expect, it } from "vitest";
import { failureCodes } from "../../kit/payment-terms.ts";
import { failureMessage } from "./failure-messages.ts";

const locales = ["fr", "en", "pt"] as const;

describe.each(failureCodes)("what the payer reads on %s", (code) => {
  it.each(locales)(
    "in %s is whole sentences that say what to do, without a code or a provider's words",
    (locale) => {
      const text = failureMessage(code, locale);
      expect(text).toMatch(/^\p{Lu}.*[.]$/su);
      expect(text.length).toBeGreaterThan(20);
      expect(text.length).toBeLessThan(200);
      expect(text).not.toMatch(/[A-Z]{2,}_|undefined|error|erreur|code:|\d{3}/i);
    },
  );

  it("is its own text in each language", () => {
    expect(new Set(locales.map((locale) => failureMessage(code, locale))).size).toBe(locales.length);
  });
});

describe("messages to the payer", () => {
  it("tell the failure codes apart", () => {
    for (const locale of locales) {
      expect(new Set(failureCodes.map((code) => failureMessage(code, locale))).size).toBe(
        failureCodes.length,
      );
    }
  });

  it("never say that a risk rule refused the payment", () => {
    for (const locale of locales) {
      expect(failureMessage("RISK_BLOCKED", locale)).not.toMatch(
        /risk|risque|risco|fraud|suspe|bloqu|block/i,
      );
    }
  });
});
