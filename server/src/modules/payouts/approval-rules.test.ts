import { expect, it } from "vitest";
import { needsApproval, thresholdTakesTwo } from "./approval-rules.ts";

it.each([
  ["LIVE", null, null, false],
  ["LIVE", null, 0n, false],
  ["LIVE", null, 100_000n, false],
  ["LIVE", 100_000n, 99_999n, false],
  ["LIVE", 100_000n, 100_000n, false],
  ["LIVE", 100_000n, 100_001n, true],
  ["LIVE", 0n, 1n, true],
  ["LIVE", 0n, null, true],
  ["LIVE", 100_000n, null, true],
  ["SANDBOX", 100_000n, null, false],
  ["SANDBOX", 0n, 1n, false],
] as const)("%s, a threshold from %s to %s: takes two operators: %s", (mode, before, after, expected) => {
  expect(thresholdTakesTwo(mode, before, after)).toBe(expected);
});

it.each([
  ["no threshold", null, 1_000_000n, 1_000_000n, false],
  ["an amount at the threshold", 100_000n, 100_000n, 0n, false],
  ["an amount above it", 100_000n, 100_001n, 0n, true],
  ["a sum of the day that reaches it", 100_000n, 40_000n, 60_000n, false],
  ["a sum of the day that passes it", 100_000n, 40_001n, 60_000n, true],
  ["the smallest payout after a day above it", 100_000n, 1n, 100_000n, true],
  ["a threshold of nothing", 0n, 1n, 0n, true],
] as const)("a payout with %s waits for a second key: threshold %s, amount %s, before %s", (...row) => {
  const [, above, amount, sum, waits] = row;
  expect(needsApproval(above, amount, sum)).toBe(waits);
});
