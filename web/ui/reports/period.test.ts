import { expect, it } from "vitest";
import { daysEarlier, lastDays, lastHours, reportZone } from "./period.ts";

const nowMs = Date.parse("2026-11-22T10:30:00Z");

it.each([
  ["Africa/Abidjan", "Africa/Abidjan"],
  ["Africa/Lagos", "Africa/Lagos"],
  ["Asia/Kolkata", "UTC"],
  ["Asia/Kathmandu", "UTC"],
])("sums of %s are kept in %s", (timeZone, zone) => expect(reportZone(timeZone, nowMs)).toBe(zone));

it.each([
  ["Africa/Abidjan", 1, "2026-11-22T00:00:00.000Z"],
  ["Africa/Lagos", 1, "2026-11-21T23:00:00.000Z"],
  ["Africa/Lagos", 14, "2026-11-08T23:00:00.000Z"],
])("the last days in %s, %d of them, begin at %s and end with the hour", (timeZone, days, from) =>
  expect(lastDays(nowMs, timeZone, days)).toEqual({ from, to: "2026-11-22T11:00:00.000Z", timeZone }),
);

it("the last hours hold the current one", () =>
  expect(lastHours(nowMs, "UTC", 24).from).toBe("2026-11-21T11:00:00.000Z"));

it("a week earlier is the same hours", () =>
  expect(daysEarlier(lastDays(nowMs, "UTC", 1), 7)).toEqual({
    from: "2026-11-15T00:00:00.000Z",
    to: "2026-11-15T11:00:00.000Z",
    timeZone: "UTC",
  }));
