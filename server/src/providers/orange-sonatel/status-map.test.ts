import { describe, expect, it } from "vitest";
import { failureCodes, isPinRefusal, notSent, type Purpose, readStatus, refusal } from "./status-map.ts";

const reached = new Set<string>(Object.values(notSent).map(({ failureCode }) => failureCode));
const shown = (purpose: Purpose, code: string, text = "") => {
  const { failureCode, alarm, providerCode } = refusal(purpose, code, text);
  reached.add(failureCode);
  return [failureCode, alarm === true, providerCode];
};

describe("a refused request", () => {
  it.each([
    ["2001", "INVALID_RECIPIENT", false],
    ["2020", "INSUFFICIENT_FUNDS", false],
    ["2021", "INSUFFICIENT_FUNDS", false],
    ["2031", "INSUFFICIENT_FUNDS", false],
    ["2023", "LIMIT_EXCEEDED", false],
    ["2024", "LIMIT_EXCEEDED", false],
    ["2025", "LIMIT_EXCEEDED", false],
    ["2030", "LIMIT_EXCEEDED", false],
    ["2041", "RISK_BLOCKED", false],
    ["2042", "RISK_BLOCKED", false],
    ["2043", "RISK_BLOCKED", false],
    ["2050", "PAYMENT_NOT_CONFIRMED", false],
    ["2051", "PAYMENT_NOT_CONFIRMED", false],
    ["2052", "PAYMENT_NOT_CONFIRMED", false],
    ["4003", "PROVIDER_UNAVAILABLE", true],
    ["4004", "PAYMENT_CANCELLED", false],
    ["4099", "UNKNOWN", true],
    ["1", "PROVIDER_UNAVAILABLE", false],
    ["2", "PROVIDER_UNAVAILABLE", false],
    ["5", "PROVIDER_UNAVAILABLE", false],
    ["9", "PROVIDER_UNAVAILABLE", false],
    ["50", "PROVIDER_UNAVAILABLE", false],
    ["10", "PROVIDER_UNAVAILABLE", true],
    ["11", "PROVIDER_UNAVAILABLE", true],
    ["60", "UNKNOWN", true],
    ["61", "UNKNOWN", true],
    ["7777", "UNKNOWN", true],
  ])("with %s is %s, whatever it was for", (code, failureCode, alarm) => {
    expect(shown("COLLECT", code)).toEqual([failureCode, alarm, code]);
    expect(shown("CASH_IN", code)).toEqual([failureCode, alarm, code]);
  });

  it.each([
    ["2000", "PAYER_NOT_FOUND", false, "INVALID_RECIPIENT", false],
    ["2010", "RISK_BLOCKED", false, "RISK_BLOCKED", true],
    ["2011", "PAYMENT_NOT_CONFIRMED", false, "PAYMENT_NOT_CONFIRMED", true],
    ["2012", "PAYMENT_NOT_CONFIRMED", false, "PAYMENT_NOT_CONFIRMED", true],
    ["2013", "RISK_BLOCKED", false, "RISK_BLOCKED", true],
    ["2022", "UNKNOWN", true, "INSUFFICIENT_FUNDS", false],
    ["2040", "UNKNOWN", true, "INSUFFICIENT_FUNDS", false],
  ])(
    "with %s is the payer's %s, and the account's when it sends money",
    (code, collect, alarm, cashIn, itsAlarm) => {
      expect(shown("COLLECT", code)).toEqual([collect, alarm, code]);
      expect(shown("CASH_IN", code)).toEqual([cashIn, itsAlarm, code]);
    },
  );

  it.each(["20", "21", "28"])("with %s is about the amount, or a mistake of ours", (code) => {
    const text = '{"violations":[{"field":"amount.value"}]}';
    expect(shown("COLLECT", code, text)).toEqual(["INVALID_AMOUNT", false, code]);
    expect(shown("COLLECT", code, "{}")).toEqual(["UNKNOWN", true, code]);
  });
});

it("a PIN is at fault in four codes", () => {
  const codes = ["2009", "2010", "2011", "2012", "2013", "2014", "12010"];
  expect(codes.filter(isPinRefusal)).toEqual(["2010", "2011", "2012", "2013"]);
});

describe("a transaction's status", () => {
  it.each(["PRE_INITIATED", "INITIATED", "ACCEPTED", "PENDING"])("%s ends nothing", (status) => {
    expect(readStatus(status)).toBe("pending");
  });

  it.each([
    ["CANCELLED", "PAYMENT_CANCELLED"],
    ["FAILED", "UNKNOWN"],
    ["REJECTED", "UNKNOWN"],
  ])("%s is %s", (status, failureCode) => {
    expect(readStatus(status)).toEqual({ kind: "failed", failureCode, providerCode: status });
  });

  it("that is not described is neither a success nor a failure", () => {
    expect([readStatus("SUCCESS"), readStatus("DONE"), readStatus(undefined)]).toEqual([
      "succeeded",
      "unreadable",
      "unreadable",
    ]);
  });
});

it("no failure code is declared that no answer leads to", () => {
  expect([...failureCodes].toSorted()).toEqual([...reached].toSorted());
});
