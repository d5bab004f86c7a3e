import { describe, expect, it } from "vitest";
import { createManualClock, systemClock } from "./clock.ts";

describe("clocks", () => {
  it("the manual one stands still until it is moved", () => {
    const clock = createManualClock(1_000);
    expect([clock.nowMs(), clock.nowMs()]).toEqual([1_000, 1_000]);
    clock.advance(250);
    expect(clock.nowMs()).toBe(1_250);
    clock.set(5);
    expect(clock.nowMs()).toBe(5);
  });

  it("the system's is that of the machine, in whole milliseconds", () => {
    const before = Date.now();
    const nowMs = systemClock.nowMs();
    expect(nowMs).toBeGreaterThanOrEqual(before);
    expect(nowMs).toBeLessThanOrEqual(Date.now());
    expect(Number.isInteger(nowMs)).toBe(true);
  });
});
