import { describe, expect, it } from "vitest";
import type { ExchangeRecord } from "../../providers/recorder.ts";
import {
  alarmOf,
  alarmStateOf,
  countCall,
  judgeCall,
  mustSuspend,
  noCalls,
  slotOf,
  storedText,
} from "./rules.ts";

const exchange = (over: Partial<ExchangeRecord> = {}): ExchangeRecord => ({
  method: "POST",
  path: "/v1/payments",
  status: 200,
  failure: null,
  sent: true,
  durationMs: 40,
  theirRequestId: null,
  ...over,
});
type Judged = Parameters<typeof judgeCall>[0];
const call = (over: Partial<Judged> = {}): Judged => ({
  action: "start",
  outcome: "pending",
  byProvider: true,
  failureCode: null,
  exchanges: [exchange()],
  ...over,
});
const lost = (failure: string) => [exchange({ status: null, failure })];

describe("what a call says about its provider", () => {
  it.each<[string, Partial<Judged>, string]>([
    ["a payment that waits", {}, "ANSWERED"],
    ["a success", { outcome: "succeeded" }, "ANSWERED"],
    ["a reference that it does not know", { action: "query", outcome: "not_found" }, "ANSWERED"],
    ["a payer without money", { outcome: "failed", failureCode: "INSUFFICIENT_FUNDS" }, "ANSWERED"],
    ["a code that nobody knows", { outcome: "failed", failureCode: "UNKNOWN" }, "ANSWERED"],
    ["its own refusal", { outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE" }, "FAULT"],
    ["status 503", { outcome: "unknown", exchanges: [exchange({ status: 503 })] }, "FAULT"],
    ["an unreadable answer", { outcome: "unknown" }, "FAULT"],
    ["a reset", { outcome: "unknown", exchanges: lost("reset") }, "FAULT"],
    [
      "a refused connection",
      { outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE", exchanges: lost("refused") },
      "FAULT",
    ],
    ["a time-out", { outcome: "unknown", exchanges: lost("timeout") }, "TIMEOUT"],
    [
      "a time-out after a token",
      { outcome: "unknown", exchanges: [exchange(), ...lost("timeout")] },
      "TIMEOUT",
    ],
    ["a name check without an answer", { action: "verify_beneficiary", outcome: "unavailable" }, "FAULT"],
    [
      "a pause that it asks for",
      { outcome: "unknown", exchanges: [exchange({ status: 429 })] },
      "NOT_COUNTED",
    ],
    ["a call that we held back", { outcome: "unknown", byProvider: false, exchanges: [] }, "NOT_COUNTED"],
    ["a connector that is broken", { outcome: "unknown", byProvider: false }, "NOT_COUNTED"],
    [
      "a call that needed no request",
      { outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE", exchanges: [] },
      "NOT_COUNTED",
    ],
    ["an operator's test", { action: "test", outcome: "problem" }, "NOT_COUNTED"],
    ["a callback, which anybody can send", { action: "verify_callback", outcome: "refused" }, "NOT_COUNTED"],
  ])("%s: %s", (_name, over, verdict) => {
    expect(judgeCall(call(over))).toBe(verdict);
  });
});

describe("a suspension", () => {
  it.each([
    [0, 0, false],
    [19, 19, false],
    [20, 9, false],
    [20, 10, true],
    [20, 20, true],
    [21, 10, false],
    [21, 11, true],
    [1_000, 499, false],
    [1_000, 500, true],
  ])("of %i calls in a minute, %i by the provider's fault: %s", (calls, faults, expected) => {
    expect(mustSuspend({ calls, faults })).toBe(expected);
  });

  it("counts a time-out as a fault, and every call's time", () => {
    const verdicts = ["ANSWERED", "TIMEOUT", "FAULT"] as const;
    const counts = verdicts.reduce(
      (sum, verdict, index) => countCall(sum, verdict, 100 * (index + 1)),
      noCalls,
    );
    expect(counts).toEqual({ calls: 3, faults: 2, timeouts: 1, durationMs: 600, slowestMs: 300 });
  });

  it("counts by ten seconds", () => {
    expect([0, 9_999, 10_000, 12_345].map(slotOf)).toEqual([0, 0, 10_000, 10_000]);
  });
});

describe("an alarm", () => {
  it.each([
    [
      "a key that is refused",
      { alarm: true, outcome: "failed", failureCode: "PROVIDER_UNAVAILABLE" },
      "CONFIGURATION",
    ],
    ["a query that could not ask", { alarm: true, outcome: "unknown", failureCode: null }, "CONFIGURATION"],
    ["a code that nobody knows", { alarm: false, outcome: "failed", failureCode: "UNKNOWN" }, "UNKNOWN_CODE"],
    ["a payer without money", { alarm: false, outcome: "failed", failureCode: "INSUFFICIENT_FUNDS" }, null],
    ["silence", { alarm: false, outcome: "unknown", failureCode: null }, null],
  ] as const)("%s", (_name, record, kind) => {
    expect(alarmOf(record)).toBe(kind);
  });
});

describe("the state of an alarm", () => {
  it.each([
    ["CONFIGURATION", null, null, "OPEN"],
    ["CONFIGURATION", 5, null, "ACKNOWLEDGED"],
    ["UNKNOWN_CODE", null, 7, "OPEN"],
    ["SUSPENDED", null, 7, "OPEN"],
    ["SUSPENDED", 8, 7, "ACKNOWLEDGED"],
    ["SUSPENDED", null, null, "ENDED"],
    ["SUSPENDED", 8, null, "ENDED"],
  ] as const)(
    "%s, acknowledged at %s, its account suspended since %s: %s",
    (kind, acknowledgedAtMs, suspendedAtMs, state) => {
      expect(alarmStateOf({ kind, acknowledgedAtMs, suspendedAtMs })).toBe(state);
    },
  );
});

describe("a provider's text is stored", () => {
  it.each([
    ["a code", "PAYER_NOT_FOUND", "PAYER_NOT_FOUND"],
    ["a phone number", "payer 2250504030789 unknown", "payer [number] unknown"],
    ["one in international form", "/holders/+2250504030789/active", "/holders/[number]/active"],
    ["a UUID", "/pay/01890a5d-ac96-774b-bcce-123456789012", "/pay/01890a5d-ac96-774b-bcce-123456789012"],
    ["several lines", "first\r\nsecond", "first second"],
    ["a short number", "error 4003", "error 4003"],
  ])("%s", (_name, text, stored) => {
    expect(storedText(text)).toBe(stored);
  });
  it("with 200 characters at most", () => {
    expect(storedText("x".repeat(5_000))).toHaveLength(200);
  });
});
