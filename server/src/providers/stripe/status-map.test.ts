import { describe, expect, it } from "vitest";
import type { FailureCode } from "../../kit/payment-terms.ts";
import {
  failureCodeByStripeCode,
  failureOf,
  refundFailureOf,
  type StripeFault,
  stripeFailureCodes,
} from "./status-map.ts";

/** Every decline code of https://docs.stripe.com/declines/codes, and what the payer is told. */
const declineCodes: Readonly<Record<string, FailureCode>> = {
  approve_with_id: "CARD_DECLINED",
  authentication_required: "PAYMENT_NOT_CONFIRMED",
  call_issuer: "CARD_DECLINED",
  card_not_supported: "CARD_DECLINED",
  card_velocity_exceeded: "LIMIT_EXCEEDED",
  currency_not_supported: "INVALID_CURRENCY",
  do_not_honor: "CARD_DECLINED",
  do_not_try_again: "CARD_DECLINED",
  duplicate_transaction: "PAYMENT_IN_PROGRESS",
  expired_card: "CARD_DECLINED",
  fraudulent: "RISK_BLOCKED",
  generic_decline: "CARD_DECLINED",
  incorrect_cvc: "CARD_DECLINED",
  incorrect_number: "CARD_DECLINED",
  incorrect_pin: "PAYMENT_NOT_CONFIRMED",
  incorrect_zip: "CARD_DECLINED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  invalid_account: "CARD_DECLINED",
  invalid_amount: "INVALID_AMOUNT",
  invalid_cvc: "CARD_DECLINED",
  invalid_expiry_month: "CARD_DECLINED",
  invalid_expiry_year: "CARD_DECLINED",
  invalid_number: "CARD_DECLINED",
  invalid_pin: "PAYMENT_NOT_CONFIRMED",
  issuer_not_available: "PROVIDER_UNAVAILABLE",
  lost_card: "CARD_DECLINED",
  merchant_blacklist: "RISK_BLOCKED",
  new_account_information_available: "CARD_DECLINED",
  no_action_taken: "CARD_DECLINED",
  not_permitted: "CARD_DECLINED",
  offline_pin_required: "CARD_DECLINED",
  online_or_offline_pin_required: "CARD_DECLINED",
  pickup_card: "CARD_DECLINED",
  pin_try_exceeded: "PAYMENT_NOT_CONFIRMED",
  processing_error: "PROVIDER_UNAVAILABLE",
  reenter_transaction: "CARD_DECLINED",
  restricted_card: "CARD_DECLINED",
  revocation_of_all_authorizations: "CARD_DECLINED",
  revocation_of_authorization: "CARD_DECLINED",
  security_violation: "RISK_BLOCKED",
  service_not_allowed: "CARD_DECLINED",
  stolen_card: "CARD_DECLINED",
  stop_payment_order: "CARD_DECLINED",
  testmode_decline: "CARD_DECLINED",
  transaction_not_allowed: "CARD_DECLINED",
  try_again_later: "PROVIDER_UNAVAILABLE",
  withdrawal_count_limit_exceeded: "LIMIT_EXCEEDED",
};

describe("a refused card", () => {
  it.each(Object.entries(declineCodes))("with %s is %s", (decline_code, failureCode) => {
    expect(failureOf({ type: "card_error", code: "card_declined", decline_code })).toEqual({
      kind: "failed",
      failureCode,
      providerCode: decline_code,
    });
  });

  it("of a kind never seen before is declined, and its code is kept", () => {
    const fault = { type: "card_error", code: "card_declined", decline_code: "new_in_2030" };
    expect(failureOf(fault)).toEqual({
      kind: "failed",
      failureCode: "CARD_DECLINED",
      providerCode: "new_in_2030",
    });
  });
});

describe("another refusal", () => {
  it.each<[StripeFault, FailureCode, string]>([
    [
      { code: "payment_intent_authentication_failure" },
      "PAYMENT_NOT_CONFIRMED",
      "payment_intent_authentication_failure",
    ],
    [{ type: "invalid_request_error", code: "amount_too_small" }, "AMOUNT_OUT_OF_BOUNDS", "amount_too_small"],
    [{ type: "invalid_request_error", code: "amount_too_large" }, "AMOUNT_OUT_OF_BOUNDS", "amount_too_large"],
    [
      { type: "card_error", code: "processing_error", decline_code: "" },
      "PROVIDER_UNAVAILABLE",
      "processing_error",
    ],
    // A token of the payer's browser: it is no fault of the account.
    [
      { type: "invalid_request_error", code: "resource_missing", param: "payment_method" },
      "CARD_DECLINED",
      "resource_missing",
    ],
  ])("%j is %s", (fault, failureCode, providerCode) => {
    expect(failureOf(fault)).toEqual({ kind: "failed", failureCode, providerCode });
  });

  it.each<StripeFault>([
    { type: "invalid_request_error", code: "account_invalid" },
    { type: "invalid_request_error", code: "url_invalid", param: "return_url" },
    { type: "invalid_request_error" },
    {},
  ])("%j is our fault or a setting's, and operators are told", (fault) => {
    const providerCode = fault.code ?? fault.type ?? "unnamed";
    expect(failureOf(fault)).toEqual({ kind: "failed", failureCode: "UNKNOWN", providerCode, alarm: true });
  });
});

describe("a refund that fails", () => {
  it.each<[string, FailureCode, boolean]>([
    ["lost_or_stolen_card", "CARD_DECLINED", false],
    ["expired_or_canceled_card", "CARD_DECLINED", false],
    ["declined", "CARD_DECLINED", false],
    ["merchant_request", "PAYMENT_CANCELLED", false],
    ["charge_for_pending_refund_disputed", "RISK_BLOCKED", false],
    ["charge_disputed", "RISK_BLOCKED", false],
    ["charge_already_refunded", "AMOUNT_OUT_OF_BOUNDS", false],
    ["insufficient_funds", "INSUFFICIENT_FUNDS", true],
    ["balance_insufficient", "INSUFFICIENT_FUNDS", true],
    ["unknown", "UNKNOWN", true],
  ])("with %s is %s, alarm: %s", (code, failureCode, alarm) => {
    const failure = { kind: "failed", failureCode, providerCode: code, ...(alarm ? { alarm } : {}) };
    expect(refundFailureOf({ code })).toEqual(failure);
  });
});

it("declares every failure code of its tables", () => {
  const used = new Set(failureCodeByStripeCode.values());
  expect([...used].filter((code) => !stripeFailureCodes.includes(code))).toEqual([]);
  expect(Object.keys(declineCodes).filter((code) => !failureCodeByStripeCode.has(code))).toEqual([]);
  expect(new Set(stripeFailureCodes).size).toBe(stripeFailureCodes.length);
});
