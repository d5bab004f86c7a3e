import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testSeed } from "../../../test/harness/seed.ts";
import { nextStatus, reachable } from "../../kit/state-machine.ts";
import {
  BREAKER_THRESHOLD,
  type EndpointHealth,
  judge,
  nextHealth,
  parseRetryAfter,
  retryDelaysMs,
} from "./rules.ts";
import { deliveryStatuses, deliveryTransitions } from "./states.ts";

const NOW_MS = Date.UTC(2026, 0, 15, 8);
const HOUR_MS = 3_600_000;
const answer = (statusCode: number, retryAfterMs: number | null = null) =>
  ({ kind: "answer", statusCode, retryAfterMs }) as const;

describe("the table of retries", () => {
  it("tries ten times over about 75 hours", () => {
    expect(retryDelaysMs.length).toBe(10);
    const hours = retryDelaysMs.reduce((sum, ms) => sum + ms, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(74);
    expect(hours).toBeLessThan(77);
  });

  it("waits for each try within ten per cent of its length, and gives up after the tenth", () => {
    for (const [step, delayMs] of retryDelaysMs.entries()) {
      if (step === 0) continue;
      for (const [unit, factor] of [
        [0, 0.9],
        [0.5, 1],
        [0.999999, 1.1],
      ] as const) {
        const verdict = judge({ kind: "no_answer", error: "TIMEOUT" }, step - 1, NOW_MS, unit);
        expect(verdict.event).toBe("retry");
        expect((verdict.nextAttemptAtMs ?? 0) - NOW_MS).toBeCloseTo(delayMs * factor, -2);
      }
    }
    expect(judge(answer(500), 9, NOW_MS, 0.5)).toMatchObject({ event: "exhaust", nextAttemptAtMs: null });
  });
});

describe("what counts as received", () => {
  it.each([200, 201, 202, 204, 299])("%i does", (status) => {
    expect(judge(answer(status), 0, NOW_MS, 0)).toEqual({
      event: "accept",
      nextAttemptAtMs: null,
      gone: false,
      pauseUntilMs: null,
    });
  });

  it.each([101, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 503, 599])(
    "%i does not",
    (status) => {
      expect(judge(answer(status), 0, NOW_MS, 0).event).toBe("retry");
    },
  );

  it("410 ends the delivery and the endpoint", () => {
    expect(judge(answer(410), 0, NOW_MS, 0)).toMatchObject({ event: "exhaust", gone: true });
  });
});

describe("Retry-After", () => {
  it("puts a try off, never brings one forward, and never beyond a day", () => {
    const at = (retryAfterMs: number, step: number) =>
      (judge(answer(503, retryAfterMs), step, NOW_MS, 0.5).nextAttemptAtMs ?? 0) - NOW_MS;
    expect(at(120_000, 0)).toBe(120_000);
    expect(at(1_000, 1)).toBe(300_000);
    expect(at(1_000 * HOUR_MS, 0)).toBe(24 * HOUR_MS);
    expect(judge(answer(503, 1_000 * HOUR_MS), 0, NOW_MS, 0).pauseUntilMs).toBe(NOW_MS + HOUR_MS);
  });

  it.each([
    ["120", 120_000],
    [" 0 ", 0],
    [new Date(NOW_MS + 90_000).toUTCString(), 90_000],
    [new Date(NOW_MS - 90_000).toUTCString(), null],
    ["-1", null],
    ["1.5", null],
    ["soon", null],
    ["99999999999999999999", null],
    ["", null],
    [undefined, null],
  ])("%j is read as %j", (header, expected) => {
    expect(parseRetryAfter(header, NOW_MS)).toBe(expected);
  });
});

describe("the breaker", () => {
  const healthy: EndpointHealth = { failingSinceMs: null, failureStreak: 0, pausedUntilMs: null };
  const failure = (atMs: number) => ({ accepted: false, atMs, pauseUntilMs: null });
  const success = (atMs: number) => ({ accepted: true, atMs, pauseUntilMs: null });
  const failures = (count: number) => Array.from({ length: count }, () => failure(NOW_MS));

  it("opens at the fifth failure in a row, and pauses 1 s, then twice as long each time, up to 30 s", () => {
    const pauses = [4, 5, 6, 7, 8, 9, 10, 11, 200].map((count) => {
      const { pausedUntilMs } = nextHealth(healthy, failures(count));
      return pausedUntilMs === null ? null : pausedUntilMs - NOW_MS;
    });
    expect(pauses).toEqual([null, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("closes with one success, and remembers when the failing began until then", () => {
    const open = nextHealth(healthy, [
      failure(NOW_MS),
      ...failures(20).map((f) => ({ ...f, atMs: NOW_MS + 500 })),
    ]);
    expect(open.failingSinceMs).toBe(NOW_MS);
    expect(nextHealth(open, [success(NOW_MS + 1_000)])).toEqual(healthy);
    expect(nextHealth(open, [success(NOW_MS + 1_000), failure(NOW_MS + 2_000)])).toEqual({
      failingSinceMs: NOW_MS + 2_000,
      failureStreak: 1,
      pausedUntilMs: null,
    });
  });

  const seed = testSeed();
  it(`is open exactly when the last failures in a row are at least the threshold (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (history) => {
        const health = nextHealth(
          healthy,
          history.map((accepted, index) => ({ accepted, atMs: NOW_MS + index, pauseUntilMs: null })),
        );
        const streak = history.length - 1 - history.lastIndexOf(true);
        expect(health.failureStreak).toBe(streak);
        expect(health.pausedUntilMs !== null).toBe(streak >= BREAKER_THRESHOLD);
        expect(health.failingSinceMs).toBe(streak === 0 ? null : NOW_MS + history.length - streak);
      }),
      { seed },
    );
  });
});

describe("states of a delivery", () => {
  it("reaches each from PENDING, and comes back from each by being sent again", () => {
    expect([...reachable(deliveryTransitions, "PENDING")].sort()).toEqual([...deliveryStatuses].sort());
    for (const status of deliveryStatuses) {
      expect(nextStatus(deliveryTransitions, status, "resend")).toBe("PENDING");
      for (const event of ["accept", "retry", "exhaust", "cancel"] as const) {
        expect(nextStatus(deliveryTransitions, status, event) === null).toBe(status !== "PENDING");
      }
    }
  });
});
