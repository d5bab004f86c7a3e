import { expect, it } from "vitest";
import { addWorkingDays } from "./working-days.ts";

const at = (text: string) => Date.parse(text);

it.each([
  // 20 November 2026 is a Friday.
  ["on a Monday", "2026-11-16T09:00:00Z", 3, "UTC", "2026-11-19T09:00:00Z"],
  ["on a Friday: two free days between", "2026-11-20T09:00:00Z", 3, "UTC", "2026-11-25T09:00:00Z"],
  ["on a Saturday", "2026-11-21T09:00:00Z", 1, "UTC", "2026-11-23T09:00:00Z"],
  ["over two weekends", "2026-11-19T09:00:00Z", 8, "UTC", "2026-12-01T09:00:00Z"],
  // It is Friday evening in UTC, but Saturday at the bank.
  ["counted at the bank", "2026-11-20T23:30:00Z", 1, "Africa/Nairobi", "2026-11-22T23:30:00Z"],
  ["counted in UTC", "2026-11-20T23:30:00Z", 1, "UTC", "2026-11-23T23:30:00Z"],
])("a deadline that starts %s", (_case, from, days, timeZone, expected) => {
  expect(new Date(addWorkingDays(at(from), days, timeZone))).toEqual(new Date(expected));
});
