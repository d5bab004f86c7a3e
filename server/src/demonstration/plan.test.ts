import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../kit/random.ts";
import { planOf, type Visit } from "./plan.ts";

/** What a demonstration shows: the same story at every start, with a plausible curve. */
const DAY_MS = 86_400_000;
const endsAtMs = Date.UTC(2026, 10, 23, 18, 30);
const period = { beginsAtMs: endsAtMs - 60 * DAY_MS, endsAtMs, payments: 1_800 };
const plan = planOf(period, createSeededRandom(3));
const visits = plan.filter((scene): scene is Visit => scene.kind === "visit");
const between = (from: number, to: number) =>
  visits.filter(({ atMs }) => {
    const hour = new Date(atMs).getUTCHours();
    return hour >= from && hour < to;
  }).length /
  (to - from);
const share = (matches: (visit: Visit) => boolean, of = visits) => of.filter(matches).length / of.length;

test("is the same for the same randomness: a start that goes on plays the rest of the same story", () => {
  expect(planOf(period, createSeededRandom(3))).toEqual(plan);
  expect(planOf(period, createSeededRandom(4))).not.toEqual(plan);
});

test("is in the order of time and within its period, with as many customers as asked for", () => {
  const times = plan.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(period.beginsAtMs);
  expect(times.at(-1)).toBeLessThan(period.endsAtMs);
  expect(visits).toHaveLength(period.payments);
  expect(new Set(visits.map(({ reference }) => reference)).size).toBe(period.payments);
});

describe("the curve", () => {
  test("is high at noon and in the evening, and low at night", () => {
    expect(between(12, 14)).toBeGreaterThan(1.3 * between(15, 17));
    expect(between(18, 21)).toBeGreaterThan(1.3 * between(15, 17));
    expect(between(1, 5)).toBeLessThan(between(12, 14) / 10);
  });
  test("grows, and has busier weekends", () => {
    const middleMs = (period.beginsAtMs + period.endsAtMs) / 2;
    expect(share(({ atMs }) => atMs > middleMs)).toBeGreaterThan(0.54);
    const on = (day: number) => visits.filter(({ atMs }) => new Date(atMs).getUTCDay() === day).length;
    expect(on(6)).toBeGreaterThan(1.2 * on(1));
  });
});

test("most customers pay, some fail with several reasons, some try again, some leave", () => {
  const paid = ({ tries }: Visit) => tries.at(-1)?.scenario === "instant";
  expect(share(paid)).toBeGreaterThan(0.75);
  expect(share(({ tries }) => tries.length === 0)).toBeGreaterThan(0.05);
  expect(share(({ tries }) => tries.length === 2)).toBeGreaterThan(0.02);
  const reasons = new Set(visits.flatMap(({ tries }) => tries.map(({ scenario }) => scenario)));
  expect(reasons.size).toBeGreaterThan(6);
  const kinds = new Set(plan.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(["expiry", "link", "payout", "refund", "visit"]);
});

test("an operator has one bad day, and the others go on", () => {
  const badDay = Math.floor(endsAtMs / DAY_MS) - 9;
  const ofDay = visits.filter(
    ({ atMs, tries }) => Math.floor(atMs / DAY_MS) === badDay && tries.length > 0 && isDaytime(atMs),
  );
  const isOrange = ({ instrument }: Visit) =>
    instrument.method === "MOBILE_MONEY" && instrument.operator === "ORANGE";
  const isDown = ({ tries }: Visit) => tries[0]?.scenario === "unavailable";
  expect(share(isDown, ofDay.filter(isOrange))).toBeGreaterThan(0.5);
  expect(visits.filter((visit) => isDown(visit) && !isOrange(visit))).toEqual([]);
});

function isDaytime(atMs: number): boolean {
  const hour = new Date(atMs).getUTCHours();
  return hour >= 10 && hour < 19;
}
