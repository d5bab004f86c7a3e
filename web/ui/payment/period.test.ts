import { expect, it } from "vitest";
import { chargePeriod } from "./period.ts";

const NOW_MS = Date.parse("2026-11-21T23:30:00Z");

it.each([
  ["no period", {}, "Africa/Abidjan", "", ""],
  [
    "days, the last one included",
    { from: "2026-11-20", until: "2026-11-21" },
    "Africa/Abidjan",
    "2026-11-20T00:00:00.000Z",
    "2026-11-22T00:00:00.000Z",
  ],
  ["a time today", { at: "14:10" }, "Africa/Abidjan", "2026-11-21T13:10:00.000Z", "2026-11-21T15:10:00.000Z"],
  [
    "a time of a day, in the reader's time zone",
    { from: "2026-11-20", until: "2026-11-21", at: "00:30" },
    "Africa/Douala",
    "2026-11-19T22:30:00.000Z",
    "2026-11-20T00:30:00.000Z",
  ],
  [
    "a time today, where the day has begun already",
    { at: "00:10" },
    "Africa/Douala",
    "2026-11-21T22:10:00.000Z",
    "2026-11-22T00:10:00.000Z",
  ],
  ["what is no time", { from: "2026-11-20", at: "25:99" }, "Africa/Abidjan", "2026-11-20T00:00:00.000Z", ""],
] as const)("an address with %s", (_what, query, timeZone, createdFrom, createdTo) =>
  expect(chargePeriod(query, timeZone, NOW_MS)).toEqual({ createdFrom, createdTo }),
);
