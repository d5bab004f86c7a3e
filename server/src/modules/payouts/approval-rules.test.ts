import { expect, it } from "vitest";
import { thresholdTakesTwo } from "./approval-rules.ts";

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
