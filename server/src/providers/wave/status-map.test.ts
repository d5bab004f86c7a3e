import { describe, expect, it } from "vitest";
import { failureCodes, payoutFailure, requestFailure, sessionFailure } from "./status-map.ts";

const outcomes = new Set<string>();
const shown = ({ failureCode, providerCode, alarm }: ReturnType<typeof payoutFailure>) => {
  outcomes.add(failureCode);
  return [failureCode, providerCode, alarm === true];
};

describe("a session that ended unpaid", () => {
  it.each([
    ["expired", "", "PAYMENT_CANCELLED", "expired", false],
    ["cancelled", "", "PAYMENT_CANCELLED", "cancelled", false],
    ["expired", "blocked-account", "RISK_BLOCKED", "blocked-account", false],
    [
      "expired",
      "cross-border-payment-not-allowed",
      "RISK_BLOCKED",
      "cross-border-payment-not-allowed",
      false,
    ],
    ["expired", "customer-age-restricted", "RISK_BLOCKED", "customer-age-restricted", false],
    ["cancelled", "insufficient-funds", "INSUFFICIENT_FUNDS", "insufficient-funds", false],
    ["expired", "kyb-limits-exceeded", "LIMIT_EXCEEDED", "kyb-limits-exceeded", true],
    ["expired", "payer-mobile-mismatch", "PAYER_NOT_FOUND", "payer-mobile-mismatch", false],
    ["expired", "payment-failure", "UNKNOWN", "payment-failure", false],
    ["expired", "something-new", "UNKNOWN", "something-new", true],
    ["expired", "constructor", "UNKNOWN", "constructor", true],
  ] as const)("%s with the error '%s' is %s", (ending, error, failureCode, providerCode, alarm) => {
    expect(shown(sessionFailure(ending, error))).toEqual([failureCode, providerCode, alarm]);
  });
});

describe("a refused request", () => {
  it.each([
    [400, "aggregated-merchant-required", "PROVIDER_UNAVAILABLE", true],
    [400, "country-mismatch", "INVALID_RECIPIENT", false],
    [400, "currency-mismatch", "INVALID_CURRENCY", true],
    [422, "insufficient-funds", "INSUFFICIENT_FUNDS", false],
    [422, "kyb-limits-exceeded", "LIMIT_EXCEEDED", true],
    [422, "recipient-account-blocked", "RISK_BLOCKED", false],
    [422, "recipient-account-inactive", "INVALID_RECIPIENT", false],
    [422, "recipient-limit-exceeded", "LIMIT_EXCEEDED", false],
    [422, "recipient-minor", "RISK_BLOCKED", false],
    [400, "checkout-refund-failed", "UNKNOWN", true],
    [404, "checkout-session-not-found", "UNKNOWN", false],
    [401, "missing-auth-header", "PROVIDER_UNAVAILABLE", true],
    [401, "invalid-auth", "PROVIDER_UNAVAILABLE", true],
    [401, "api-key-not-provided", "PROVIDER_UNAVAILABLE", true],
    [401, "no-matching-api-key", "PROVIDER_UNAVAILABLE", true],
    [401, "api-key-revoked", "PROVIDER_UNAVAILABLE", true],
    [403, "invalid-wallet", "PROVIDER_UNAVAILABLE", true],
    [403, "disabled-wallet", "PROVIDER_UNAVAILABLE", true],
    [403, "unauthorized-wallet", "PROVIDER_UNAVAILABLE", true],
    [400, "something-new", "UNKNOWN", true],
  ] as const)("%i %s is %s", (status, code, failureCode, alarm) => {
    expect(shown(requestFailure(status, code, ""))).toEqual([failureCode, code, alarm]);
  });

  it("is about the amount where its text says so, and otherwise a mistake of ours", () => {
    const code = "request-validation-error";
    const text = '{"details":[{"loc":["amount"]}]}';
    expect(shown(requestFailure(422, code, text))).toEqual(["INVALID_AMOUNT", code, false]);
    expect(shown(requestFailure(422, code, "{}"))).toEqual(["UNKNOWN", code, true]);
  });

  it("has a code of ours where a key is refused without one", () => {
    expect(shown(requestFailure(403, "", "<html>"))).toEqual(["PROVIDER_UNAVAILABLE", "http_403", true]);
  });
});

it("a payout that failed says why, or that it failed; one that was taken back says so", () => {
  expect(shown(payoutFailure("recipient-minor"))).toEqual(["RISK_BLOCKED", "recipient-minor", false]);
  expect(shown(payoutFailure(""))).toEqual(["UNKNOWN", "failed", true]);
  expect(shown(payoutFailure("reversed"))).toEqual(["UNKNOWN", "reversed", true]);
});

it("no failure code is declared that no answer leads to", () => {
  expect([...failureCodes].toSorted()).toEqual([...outcomes].toSorted());
});
