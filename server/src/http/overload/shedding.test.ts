import { describe, expect, it } from "vitest";
import {
  calm,
  countedDelayMs,
  type Pressure,
  pressureAfter,
  ranks,
  shareRefused,
  shedding,
} from "./shedding.ts";

const { targetMs, patienceMs } = shedding;
/** The pressure after this many windows of 100 ms with the same delay. */
const pressed = (start: Pressure, delayMs: number, windows: number): Pressure =>
  Array.from({ length: windows }).reduce<Pressure>(
    (pressure) => pressureAfter(pressure, delayMs, 100),
    start,
  );

describe("the level", () => {
  it.each([
    { from: 0, delayMs: 0, windows: 100, level: 0 },
    // A burst that ends before the patience does.
    { from: 0, delayMs: 400, windows: 2, level: 0 },
    { from: 0, delayMs: targetMs, windows: 100, level: 0 },
    // A delay half above the target raises the level half as fast.
    { from: 0, delayMs: 1.5 * targetMs, windows: 3, level: 0.1 },
    { from: 0, delayMs: 1.5 * targetMs, windows: 7, level: 0.5 },
    { from: 0, delayMs: 2 * targetMs, windows: 4, level: 0.4 },
    { from: 0, delayMs: 100 * targetMs, windows: 4, level: 0.4 },
    // Payers follow at a quarter of the pace.
    { from: 1, delayMs: 2 * targetMs, windows: 10, level: 1.5 },
    { from: 2, delayMs: 2 * targetMs, windows: 10, level: 2.5 },
    { from: 0, delayMs: 2 * targetMs, windows: 600, level: 3 },
    // Between calm and too late the level stays.
    { from: 0.7, delayMs: targetMs, windows: 100, level: 0.7 },
    { from: 0.7, delayMs: targetMs / 2 + 1, windows: 100, level: 0.7 },
    { from: 0.7, delayMs: targetMs / 2, windows: 10, level: 0.07 },
    { from: 3, delayMs: 0, windows: 10, level: 0.3 },
    { from: 3, delayMs: 0, windows: 22, level: 0 },
  ])("$from is $level after $windows windows of $delayMs ms", ({ from, delayMs, windows, level }) => {
    expect(pressed({ level: from, standingMs: 0 }, delayMs, windows).level).toBeCloseTo(level, 2);
  });

  it("starts over with its patience after one window in time, and rises again at once once it is above 0", () => {
    const nearly = pressed(calm, 400, patienceMs / 100 - 1);
    expect(pressed(pressureAfter(nearly, 0, 100), 400, patienceMs / 100 - 1)).toMatchObject({ level: 0 });
    expect(pressureAfter({ level: 0.5, standingMs: 0 }, targetMs + 1, 100).level).toBeGreaterThan(0.5);
  });
});

it.each([
  { level: 0, shares: [0, 0, 0] },
  { level: 0.25, shares: [0.25, 0, 0] },
  { level: 1, shares: [1, 0, 0] },
  { level: 1.5, shares: [1, 0.5, 0] },
  { level: 2.75, shares: [1, 1, 0.75] },
  { level: 3, shares: [1, 1, 1] },
])("at level $level a merchant, a visitor and a payer are refused by $shares", ({ level, shares }) => {
  expect(ranks.map((rank) => shareRefused(level, rank))).toEqual(shares);
});

describe("the delay that counts", () => {
  it.each([
    { leastMs: 400, arrived: 0, spentMs: 100, counted: 0 },
    { leastMs: 400, arrived: 4, spentMs: 100, counted: 0 },
    { leastMs: 400, arrived: 5, spentMs: 100, counted: 400 },
    // After a blocked event loop more requests arrive at once, but not more per second.
    { leastMs: 900, arrived: 40, spentMs: 1_000, counted: 0 },
    { leastMs: 900, arrived: 50, spentMs: 1_000, counted: 900 },
    { leastMs: -3, arrived: 500, spentMs: 100, counted: 0 },
  ])(
    "$leastMs ms with $arrived requests in $spentMs ms is $counted",
    ({ leastMs, arrived, spentMs, counted }) => {
      expect(countedDelayMs(leastMs, arrived, spentMs)).toBe(counted);
    },
  );
});
