import { describe, expect, it } from "vitest";
import { intervalStarts, parseReportPeriod } from "./intervals.ts";
import { bookingEffect, outcomeOf, successRate } from "./rules.ts";
import { type AttemptRow, addAttempts, addBookings, type BookingRow, EMPTY_TALLY } from "./tally.ts";
import { countFrom, truthEdgesMs, truthPercentileMs } from "./truth-buckets.ts";

describe("how an attempt counts", () => {
  it.each([
    ["SUCCEEDED", null, false, "succeeded"],
    ["SUCCEEDED", null, true, "succeeded"],
    ["FAILED", "INSUFFICIENT_FUNDS", false, "failed"],
    ["FAILED", "PAYMENT_NOT_CONFIRMED", false, "failed"],
    ["FAILED", "PAYMENT_CANCELLED", false, "cancelled"],
    ["CANCELLED", null, false, "cancelled"],
    ["PROCESSING", null, false, "underWay"],
    ["REQUIRES_ACTION", null, true, "unknown"],
    ["IN_RECONCILIATION", null, true, "unknown"],
  ] as const)("%s with %s, unknown %s: %s", (status, failureCode, isUnknown, outcome) => {
    expect(outcomeOf({ status, failureCode, isUnknown })).toBe(outcome);
  });

  it.each([
    [0, 0, null],
    [1, 0, 1],
    [0, 1, 0],
    [2, 1, 0.6667],
  ])("%i succeeded and %i failed: %s", (succeeded, failed, rate) => {
    expect(successRate({ succeeded, failed })).toBe(rate);
  });
});

describe("what a booking adds", () => {
  it.each([
    ["CHARGE", "charge", "clearing", "available", "takings +"],
    ["CHARGE", "charge", "clearing", "pending", "takings +"],
    ["CHARGE", "charge", "clearing", "held", "nothing"],
    ["RELEASE", "charge", "held", "available", "takings +"],
    ["RELEASE", "refund", "reserved", "available", "nothing"],
    ["RELEASE", "payout", "reserved", "available", "nothing"],
    ["FEE", "charge", "available", "fees", "fees +"],
    ["FEE", "refund", "fees", "available", "fees -"],
    ["REFUND", "refund", "reserved", "clearing", "refunds +"],
    ["REFUND", "refund", "held", "clearing", "nothing"],
    ["REFUND", "refund", "clearing", "available", "refunds -"],
    ["REFUND", "refund", "clearing", "held", "nothing"],
    ["HOLD", "payout", "available", "reserved", "nothing"],
    ["PAYOUT", "payout", "reserved", "clearing", "payouts +"],
    ["PAYOUT_REVERSAL", "payout", "clearing", "available", "payouts -"],
    ["SETTLEMENT", "charge", "pending", "available", "nothing"],
    ["ADJUSTMENT", "adjustment", "adjustment", "available", "corrections +"],
    ["ADJUSTMENT", "adjustment", "available", "adjustment", "corrections -"],
  ])("%s of a %s from %s to %s: %s", (type, sourceType, from, to, expected) => {
    const effect = bookingEffect({ type, sourceType, from, to });
    expect(effect === null ? "nothing" : `${effect.kind} ${effect.sign > 0n ? "+" : "-"}`).toBe(expected);
  });
});

describe("times to the outcome", () => {
  const between = (bucket: number, n: number) => ({ bucket, n });
  it("edges rise, and one and fifteen minutes are among them", () => {
    expect(truthEdgesMs.toSorted((left, right) => left - right)).toEqual(truthEdgesMs);
    expect(new Set(truthEdgesMs).size).toBe(truthEdgesMs.length);
    expect(truthEdgesMs).toContain(60_000);
    expect(truthEdgesMs).toContain(900_000);
  });

  it.each([
    ["nothing", [], 0.5, null],
    ["the middle of the only range", [between(0, 10)], 0.5, 50],
    ["its end for all of it", [between(0, 10)], 1, 100],
    ["the second of two ranges", [between(0, 1), between(1, 1)], 0.75, 150],
    ["the end of the first of two", [between(0, 1), between(1, 1)], 0.5, 100],
    [
      "the beginning of the last range, which has no end",
      [between(truthEdgesMs.length, 4)],
      0.99,
      259_200_000,
    ],
  ] as const)("a percentile of %s", (_name, counts, share, expected) => {
    expect(truthPercentileMs(counts, share)).toBe(expected);
  });

  it("counts what took an edge or longer", () => {
    const minute = truthEdgesMs.indexOf(60_000);
    const counts = [between(minute, 3), between(minute + 1, 2), between(truthEdgesMs.length, 1)];
    expect(countFrom(counts, 60_000)).toBe(3);
    expect(countFrom(counts, 900_000)).toBe(1);
  });
});

describe("intervals", () => {
  const HOUR_MS = 3_600_000;
  const startsOf = (
    from: string,
    to: string,
    timeZone: string,
    interval: "hour" | "day" | "week" | "month" | "period",
  ) =>
    intervalStarts({ fromMs: Date.parse(from), toMs: Date.parse(to), timeZone }, interval).map((ms) =>
      new Date(ms).toISOString().slice(0, 13),
    );

  it.each([
    ["UTC", "day", "2026-11-20T00:00Z", "2026-11-22T00:00Z", ["2026-11-20T00", "2026-11-21T00"]],
    ["Africa/Abidjan", "day", "2026-11-20T05:00Z", "2026-11-21T01:00Z", ["2026-11-20T05", "2026-11-21T00"]],
    ["Africa/Lagos", "day", "2026-11-20T00:00Z", "2026-11-21T23:00Z", ["2026-11-20T00", "2026-11-20T23"]],
    [
      "Africa/Nairobi",
      "month",
      "2026-10-31T20:00Z",
      "2026-11-30T22:00Z",
      ["2026-10-31T20", "2026-10-31T21", "2026-11-30T21"],
    ],
    ["Africa/Abidjan", "week", "2026-11-20T00:00Z", "2026-11-24T00:00Z", ["2026-11-20T00", "2026-11-23T00"]],
    // Cairo skips the hour after midnight in spring, and repeats it in autumn.
    ["Africa/Cairo", "day", "2026-04-22T22:00Z", "2026-04-24T21:00Z", ["2026-04-22T22", "2026-04-23T22"]],
    ["Africa/Cairo", "day", "2026-10-28T21:00Z", "2026-10-30T22:00Z", ["2026-10-28T21", "2026-10-29T22"]],
    ["Europe/Paris", "day", "2026-10-24T22:00Z", "2026-10-26T23:00Z", ["2026-10-24T22", "2026-10-25T23"]],
    ["UTC", "period", "2026-11-20T00:00Z", "2026-11-22T00:00Z", ["2026-11-20T00"]],
    ["UTC", "hour", "2026-11-20T00:00Z", "2026-11-20T02:00Z", ["2026-11-20T00", "2026-11-20T01"]],
  ] as const)("%s by %s from %s to %s", (timeZone, interval, from, to, starts) => {
    expect(startsOf(from, to, timeZone, interval)).toEqual(starts);
  });

  const nowMs = Date.UTC(2026, 10, 21, 10, 30);
  it("without a period it is the local day so far", () => {
    expect(parseReportPeriod({ timeZone: "Africa/Lagos" }, nowMs, "day")).toEqual({
      fromMs: Date.UTC(2026, 10, 20, 23),
      toMs: Date.UTC(2026, 10, 21, 11),
      timeZone: "Africa/Lagos",
    });
  });

  it("at a full hour the hour that begins is part of it", () => {
    const atMs = Date.UTC(2026, 10, 21, 10);
    expect(parseReportPeriod({}, atMs, "day").toMs).toBe(atMs + HOUR_MS);
  });

  const text = (day: string) => `2026-${day}:00:00Z`;
  it.each([
    ["an unknown zone", { timeZone: "Africa/Atlantis" }, "day", "timeZone"],
    ["half an hour from UTC", { timeZone: "Asia/Kolkata" }, "day", "timeZone"],
    [
      "a quarter of an hour from UTC",
      { timeZone: "Asia/Kathmandu", from: text("11-20T00") },
      "day",
      "timeZone",
    ],
    ["minutes", { from: "2026-11-20T00:30:00Z" }, "day", "from"],
    ["no such instant", { to: "2026-11-20T00:00:60Z" }, "day", "to"],
    ["before the epoch", { from: "1969-11-20T00:00:00Z" }, "day", "from"],
    ["nothing", { from: text("11-20T00"), to: text("11-20T00") }, "day", "to"],
    ["backwards", { from: text("11-20T05"), to: text("11-20T00") }, "day", "to"],
    ["367 days", { from: "2025-11-19T00:00:00Z", to: text("11-21T00") }, "day", "to"],
    ["hours of more than five weeks", { from: text("10-01T00"), to: text("11-20T00") }, "hour", "to"],
  ] as const)("refuses %s", (_name, query, interval, path) => {
    expect(() => parseReportPeriod(query, nowMs, interval)).toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path })] } }),
    );
  });
});

describe("a tally", () => {
  const row: AttemptRow = {
    interval: 1,
    group: null,
    currency: "XOF",
    status: "SUCCEEDED",
    failureCode: null,
    isUnknown: false,
    truthBucket: 3,
    isSent: true,
    n: 2n,
    firstCount: 1n,
    paidCount: 2n,
    amount: 10_000n,
  };
  it("adds attempts by their outcome; times are of known outcomes alone", () => {
    const failed = {
      ...row,
      status: "FAILED",
      failureCode: "RISK_BLOCKED",
      isSent: false,
      paidCount: 0n,
    } as const;
    const cancelled = { ...row, status: "FAILED", failureCode: "PAYMENT_CANCELLED", paidCount: 0n } as const;
    const tally = addAttempts(EMPTY_TALLY, [row, failed, cancelled, { ...failed, truthBucket: 1 }]);
    expect(tally.attempts.succeeded).toEqual({ count: 2, amount: 10_000n });
    expect(tally.attempts.failed).toEqual({ count: 4, amount: 20_000n });
    expect(tally.attempts.cancelled.count).toBe(2);
    expect(tally.truth).toEqual([
      { bucket: 1, n: 2 },
      { bucket: 3, n: 4 },
    ]);
    expect([...tally.failures]).toEqual([
      ["RISK_BLOCKED", 4],
      ["PAYMENT_CANCELLED", 2],
    ]);
    expect(tally.funnel).toEqual({ methodChosen: 4, sent: 4, approved: 2, paid: 2 });
    expect(EMPTY_TALLY.failures.size).toBe(0);
  });

  it("takes what came back off its kind, with its count", () => {
    const paid: BookingRow = {
      ...row,
      type: "PAYOUT",
      sourceType: "payout",
      from: "reserved",
      to: "clearing",
    };
    const back: BookingRow = {
      ...paid,
      type: "PAYOUT_REVERSAL",
      from: "clearing",
      to: "available",
      n: 1n,
      amount: 4_000n,
    };
    expect(addBookings(EMPTY_TALLY, [paid, back]).booked.payouts).toEqual({ count: 1, amount: 6_000n });
  });
});
