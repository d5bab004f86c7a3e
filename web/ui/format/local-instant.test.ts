import { expect, it } from "vitest";
import { instantOfLocal } from "./local-instant.ts";

it.each([
  ["2026-11-23T02:00", "Africa/Abidjan", "2026-11-23T02:00:00.000Z"],
  ["2026-11-23T02:00", "Africa/Lagos", "2026-11-23T01:00:00.000Z"],
  ["2026-07-01T23:30", "Europe/Paris", "2026-07-01T21:30:00.000Z"],
  ["", "Africa/Lagos", null],
  ["2026-13-40T02:00", "Africa/Lagos", null],
  ["tomorrow", "Africa/Lagos", null],
])("%s in %s is %s", (local, timeZone, expected) => {
  expect(instantOfLocal(local, timeZone)).toBe(expected);
});
