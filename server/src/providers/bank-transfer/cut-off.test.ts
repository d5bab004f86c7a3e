import { describe, expect, it } from "vitest";
import { executionDay, lastCutOff } from "./cut-off.ts";

const iso = (text: string) => Date.parse(text);
const shown = (ms: number) => new Date(ms).toISOString();

describe("the last cut-off", () => {
  it.each([
    ["at its minute", "15:00", "UTC", "2026-11-20T15:00:00Z", "2026-11-20T15:00:00.000Z"],
    ["before today's, that of yesterday", "15:00", "UTC", "2026-11-20T14:59:59Z", "2026-11-19T15:00:00.000Z"],
    ["on a Saturday, that of Friday", "15:00", "UTC", "2026-11-21T23:00:00Z", "2026-11-20T15:00:00.000Z"],
    [
      "on a Monday morning, that of Friday",
      "15:00",
      "UTC",
      "2026-11-23T08:00:00Z",
      "2026-11-20T15:00:00.000Z",
    ],
    ["by the bank's clock", "15:00", "Africa/Douala", "2026-11-20T14:30:00Z", "2026-11-20T14:00:00.000Z"],
    [
      "by a clock that is behind",
      "15:00",
      "America/New_York",
      "2026-11-20T19:59:00Z",
      "2026-11-19T20:00:00.000Z",
    ],
    [
      "on the bank's day and not on ours",
      "00:30",
      "Pacific/Auckland",
      "2026-11-19T12:00:00Z",
      "2026-11-19T11:30:00.000Z",
    ],
    [
      "after the clocks went forward",
      "15:00",
      "Europe/Paris",
      "2026-03-30T14:00:00Z",
      "2026-03-30T13:00:00.000Z",
    ],
    [
      "before the clocks go forward",
      "15:00",
      "Europe/Paris",
      "2026-03-29T22:30:00Z",
      "2026-03-27T14:00:00.000Z",
    ],
    [
      "in a zone of half an hour",
      "15:00",
      "Asia/Kolkata",
      "2026-11-20T09:30:00Z",
      "2026-11-20T09:30:00.000Z",
    ],
  ])("%s", (_name, time, timeZone, now, expected) => {
    expect(shown(lastCutOff({ time, timeZone }, iso(now)))).toBe(expected);
  });
});

describe("the day of execution", () => {
  it.each([
    ["is today on a working day", "UTC", "2026-11-20T16:00:00Z", "2026-11-20"],
    ["is Monday on a Saturday", "UTC", "2026-11-21T10:00:00Z", "2026-11-23"],
    ["is Monday on a Sunday", "UTC", "2026-11-22T10:00:00Z", "2026-11-23"],
    ["is the day at the bank", "Pacific/Auckland", "2026-11-19T12:00:00Z", "2026-11-20"],
  ])("%s", (_name, timeZone, now, expected) => {
    expect(executionDay(timeZone, iso(now))).toBe(expected);
  });
});
