import { describe, expect, it } from "vitest";
import { createManualClock, isoTime, systemClock } from "./clock.ts";

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

describe("a time as text", () => {
  const days = [
    "2026-11-21",
    "2024-02-29",
    "1999-12-31",
    "1970-01-01",
    "1969-12-31",
    "0001-01-01",
    "-000001-06-30",
  ];
  const times = ["00:00:00.000", "00:00:00.001", "07:05:12.123", "12:59:59.999", "23:59:59.999"];

  it("is what Date writes, on whatever day the last one was", () => {
    const all = days.flatMap((day) => times.map((time) => Date.parse(`${day}T${time}Z`)));
    const shuffled = all.map((_ms, index) => all[(index * 11) % all.length] ?? 0);
    for (const ms of [...all, ...shuffled]) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
  });

  it.each([
    -0.5, 0.5, -1.5, 86_399_999.9, 86_400_000.1, -86_400_000.5, 253_402_300_800_000, 8.64e15, -8.64e15,
  ])("of %d is what Date writes, before and after another time of its day", (ms) => {
    for (const each of [ms, Math.trunc(ms), ms]) expect(isoTime(each)).toBe(new Date(each).toISOString());
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])("of %d is none", (ms) => {
    expect(() => isoTime(ms)).toThrow(RangeError);
  });
});
