import { describe, expect, it } from "vitest";
import { failedBy, failureCodeOf, pawapayFailureCodes } from "./status-map.ts";

/** Every code of pawaPay's documentation with what payers and merchants are told. */
const documented: readonly (readonly [code: string, failureCode: string, isAlarm?: "alarm"])[] = [
  ["PAYMENT_NOT_APPROVED", "PAYMENT_NOT_CONFIRMED"],
  ["INSUFFICIENT_BALANCE", "INSUFFICIENT_FUNDS"],
  ["PAYMENT_IN_PROGRESS", "PAYMENT_IN_PROGRESS"],
  ["TRANSACTION_ALREADY_IN_PROCESS", "PAYMENT_IN_PROGRESS"],
  ["REFUND_IN_PROGRESS", "PAYMENT_IN_PROGRESS"],
  ["PAYER_NOT_FOUND", "PAYER_NOT_FOUND"],
  ["PAYER_LIMIT_REACHED", "LIMIT_EXCEEDED"],
  ["RECIPIENT_LIMIT_REACHED", "LIMIT_EXCEEDED"],
  ["WALLET_LIMIT_REACHED", "LIMIT_EXCEEDED"],
  ["RECIPIENT_NOT_FOUND", "INVALID_RECIPIENT"],
  ["INVALID_PHONE_NUMBER", "INVALID_RECIPIENT"],
  ["INVALID_PROVIDER", "INVALID_RECIPIENT"],
  ["AMOUNT_OUT_OF_BOUNDS", "AMOUNT_OUT_OF_BOUNDS"],
  ["AMOUNT_TOO_LARGE", "AMOUNT_OUT_OF_BOUNDS"],
  ["DEPOSIT_ALREADY_REFUNDED", "AMOUNT_OUT_OF_BOUNDS"],
  ["INVALID_AMOUNT", "INVALID_AMOUNT"],
  ["INVALID_CURRENCY", "INVALID_CURRENCY"],
  ["PROVIDER_TEMPORARILY_UNAVAILABLE", "PROVIDER_UNAVAILABLE"],
  ["PAWAPAY_WALLET_OUT_OF_FUNDS", "PROVIDER_UNAVAILABLE", "alarm"],
  ["NO_AUTHENTICATION", "PROVIDER_UNAVAILABLE", "alarm"],
  ["AUTHENTICATION_ERROR", "PROVIDER_UNAVAILABLE", "alarm"],
  ["AUTHORISATION_ERROR", "PROVIDER_UNAVAILABLE", "alarm"],
  ["HTTP_SIGNATURE_ERROR", "PROVIDER_UNAVAILABLE", "alarm"],
  ["DEPOSITS_NOT_ALLOWED", "PROVIDER_UNAVAILABLE", "alarm"],
  ["PAYOUTS_NOT_ALLOWED", "PROVIDER_UNAVAILABLE", "alarm"],
  ["REFUNDS_NOT_ALLOWED", "PROVIDER_UNAVAILABLE", "alarm"],
  ["REMITTANCES_NOT_ALLOWED", "PROVIDER_UNAVAILABLE", "alarm"],
  ["MANUALLY_CANCELLED", "PAYMENT_CANCELLED"],
  ["UNSPECIFIED_FAILURE", "UNKNOWN"],
  ["UNKNOWN_ERROR", "UNKNOWN"],
  ["NOT_FOUND", "UNKNOWN"],
  ["INVALID_STATE", "UNKNOWN"],
  ["INVALID_INPUT", "UNKNOWN", "alarm"],
  ["MISSING_PARAMETER", "UNKNOWN", "alarm"],
  ["UNSUPPORTED_PARAMETER", "UNKNOWN", "alarm"],
  ["INVALID_PARAMETER", "UNKNOWN", "alarm"],
  ["DUPLICATE_METADATA_FIELD", "UNKNOWN", "alarm"],
];

describe("pawaPay's codes", () => {
  it.each(documented.map(([code, failureCode, alarm = "no alarm"]) => [code, failureCode, alarm] as const))(
    "%s is %s, %s",
    (code, failureCode, told) => {
      const alarm = told === "alarm" ? { alarm: true } : {};
      expect(failedBy(code)).toEqual({ kind: "failed", failureCode, providerCode: code, ...alarm });
    },
  );

  it("are all in this list", () => {
    expect(Object.keys(failureCodeOf).sort()).toEqual(documented.map(([code]) => code).sort());
  });

  it("of an unknown code are UNKNOWN, with the raw code and without an alarm", () => {
    expect(failedBy("SOMETHING_NEW")).toEqual({
      kind: "failed",
      failureCode: "UNKNOWN",
      providerCode: "SOMETHING_NEW",
    });
    expect(pawapayFailureCodes).toContain("UNKNOWN");
  });
});
