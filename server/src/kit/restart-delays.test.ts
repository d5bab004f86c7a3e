import { expect, test } from "vitest";
import { createRestartDelays } from "./restart-delays.ts";

test("a process that keeps dying is restarted with growing delays of up to ten seconds", () => {
  const delayMs = createRestartDelays();
  const delays = Array.from({ length: 9 }, () => delayMs(30_000));
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

test("a process that lived for more than half a minute is restarted with the first delay again", () => {
  const delayMs = createRestartDelays();
  expect([delayMs(5), delayMs(5), delayMs(30_001), delayMs(5)]).toEqual([100, 200, 100, 200]);
});
