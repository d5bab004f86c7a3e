import { describe, expect, it } from "vitest";
import { errorOf, noAnswer } from "./errors.ts";
import { waitBeforeRetry } from "./retries.ts";

const answered = (status: number, code = "ANY", retryAfterMs: number | null = null) =>
  errorOf({ status, code, message: "", details: {}, requestId: null, retryAfterMs });
const lost = noAnswer("no answer", null);
const first = { triesMade: 1, unit: 0 };

describe("what is repeated", () => {
  it.each([
    ["a lost answer", lost, true],
    ["an unavailable service", answered(503), true],
    ["a proxy without its server", answered(502), true],
    ["a proxy that did not wait", answered(504), true],
    ["a first request under way", answered(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS"), true],
    ["a fault of the service", answered(500), true],
    ["a state that forbids it", answered(409, "PAYMENT_ALREADY_REFUNDED"), false],
    ["a broken rule", answered(400), false],
    ["a wrong key", answered(401), false],
  ])("%s: only where a second time has no second effect", (_what, error, isRepeated) => {
    expect(waitBeforeRetry(error, { ...first, isRepeatable: true }) !== null).toBe(isRepeated);
    expect(waitBeforeRetry(error, { ...first, isRepeatable: false })).toBeNull();
  });

  it("a request that was refused for its pace, in any case", () => {
    expect(waitBeforeRetry(answered(429), { ...first, isRepeatable: false })).toBe(250);
  });

  it("nothing that is not the client's own error", () => {
    expect(waitBeforeRetry(new TypeError("bug"), { ...first, isRepeatable: true })).toBeNull();
  });
});

describe("how long the client waits", () => {
  it.each([
    [1, 0, 250],
    [1, 0.999, 500],
    [2, 0, 500],
    [3, 0, 1_000],
    [9, 0, 4_000],
  ])("try %i, chance %f: %i ms", (triesMade, unit, ms) => {
    expect(waitBeforeRetry(lost, { triesMade, unit, isRepeatable: true })).toBe(ms);
  });

  it("as long as the service asks, up to a minute; a longer wait is the caller's to decide", () => {
    expect(waitBeforeRetry(answered(503, "ANY", 7_000), { ...first, isRepeatable: true })).toBe(7_000);
    expect(waitBeforeRetry(answered(429, "ANY", 60_000), { ...first, isRepeatable: true })).toBe(60_000);
    expect(waitBeforeRetry(answered(429, "ANY", 61_000), { ...first, isRepeatable: true })).toBeNull();
  });
});
