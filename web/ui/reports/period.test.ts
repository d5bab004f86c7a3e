import { expect, it } from "vitest";
import { daysEarlier, lastDays, lastHours, lastMonths, monthOf, reportZone } from "./period.ts";

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

it.each([
  ["2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["2026-02", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
])("the month %s", (month, from, to) =>
  expect(monthOf(month, nowMs, "Africa/Abidjan")).toEqual({ from, to, timeZone: "Africa/Abidjan" }),
);

it.each(["2026-13", "2026", "", "2026-11-01"])("%j is no month", (text) =>
  expect(monthOf(text, nowMs, "UTC")).toBeNull(),
);

it("twelve months end with the one that was asked for, and are no more than a year", () => {
  const november = monthOf("2026-11", nowMs, "Africa/Lagos");
  if (november === null) throw new Error("there is a November");
  const year = lastMonths(november);
  expect(year).toEqual({ from: "2025-11-30T23:00:00.000Z", to: november.to, timeZone: "Africa/Lagos" });
  expect(Date.parse(year.to) - Date.parse(year.from)).toBeLessThanOrEqual(366 * 86_400_000);
});
