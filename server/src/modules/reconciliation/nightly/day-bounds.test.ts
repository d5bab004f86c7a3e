import { describe, expect, it } from "vitest";
import { dayAt, endedDays, timeZoneOf } from "./day-bounds.ts";

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);

describe("a day of an account", () => {
  it.each([
    ["UTC", "2026-11-21T23:59:59.999Z", "2026-11-21", "2026-11-21T00:00:00Z", 24],
    ["Africa/Abidjan", "2026-11-21T00:00:00Z", "2026-11-21", "2026-11-21T00:00:00Z", 24],
    ["Africa/Douala", "2026-11-21T23:30:00Z", "2026-11-22", "2026-11-21T23:00:00Z", 24],
    ["America/New_York", "2026-11-21T04:00:00Z", "2026-11-20", "2026-11-20T05:00:00Z", 24],
    ["Europe/Paris", "2026-03-29T12:00:00Z", "2026-03-29", "2026-03-28T23:00:00Z", 23],
    ["Europe/Paris", "2026-10-25T12:00:00Z", "2026-10-25", "2026-10-24T22:00:00Z", 25],
  ])("in %s at %s is %s", (timeZone, instant, day, from, hours) => {
    const fromMs = at(from);
    expect(dayAt(at(instant), timeZone)).toEqual({ day, fromMs, toMs: fromMs + hours * HOUR_MS });
  });

  it("begins where the day before it ended, and is over", () => {
    const nowMs = at("2026-10-26T23:00:00Z");
    const days = endedDays(nowMs, "Europe/Paris", 4);
    expect(days.map(({ day }) => day)).toEqual(["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26"]);
    for (const [index, one] of days.slice(1).entries()) expect(one.fromMs).toBe(days[index]?.toMs);
    expect(days.at(-1)?.toMs).toBeLessThanOrEqual(nowMs);
  });

  it("is in the zone of the account's bank, or UTC", () => {
    expect(timeZoneOf({ timeZone: "Africa/Douala" })).toBe("Africa/Douala");
    expect([timeZoneOf({}), timeZoneOf({ timeZone: "Moon/Crater" })]).toEqual(["UTC", "UTC"]);
  });
});
