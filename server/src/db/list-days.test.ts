import { describe, expect, it } from "vitest";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import {
  DAY_MS,
  daysOfPage,
  startOfDay,
  TIME_MAX_MS,
  uuidFloor,
  uuidTimeMs,
  windowsOf,
} from "./list-days.ts";

const drift = { idEarlierMsMax: 10, idLaterMsMax: 5 };
const day = (index: number, count = 1) => ({ startMs: index * DAY_MS, count });

describe("uuidFloor", () => {
  it("sorts before every id made at its time and after every id made earlier", () => {
    const random = createSeededRandom(1);
    for (const ms of [0, 1, 1_763_700_000_000, 2 ** 47]) {
      const made = createIdSource(createManualClock(ms), random).uuid();
      expect(uuidFloor(ms) < made).toBe(true);
      expect(uuidFloor(ms + 1) > made).toBe(true);
      expect(uuidTimeMs(made)).toBe(ms);
    }
  });

  it("keeps times outside the key within it", () => {
    expect(uuidFloor(-5)).toBe("00000000-0000-0000-0000-000000000000");
    expect(uuidFloor(TIME_MAX_MS + 5)).toBe("ffffffff-ffff-0000-0000-000000000000");
  });
});

describe("windowsOf", () => {
  it("joins days that touch, in either order, and leaves empty days out", () => {
    expect(windowsOf([day(9), day(8), day(3)], drift)).toEqual([
      { fromMs: 8 * DAY_MS - 10, toMs: 10 * DAY_MS + 5 },
      { fromMs: 3 * DAY_MS - 10, toMs: 4 * DAY_MS + 5 },
    ]);
    expect(windowsOf([day(3), day(8), day(9)], drift)).toEqual([
      { fromMs: 3 * DAY_MS - 10, toMs: 4 * DAY_MS + 5 },
      { fromMs: 8 * DAY_MS - 10, toMs: 10 * DAY_MS + 5 },
    ]);
    expect(windowsOf([], drift)).toEqual([]);
  });
});

describe("daysOfPage", () => {
  const days = [day(9, 4), day(7, 10), day(2, 1)];

  it.each([
    [0, 4, { first: 0, last: 0, before: 0 }],
    [0, 5, { first: 0, last: 1, before: 0 }],
    [4, 5, { first: 1, last: 1, before: 4 }],
    [13, 5, { first: 1, last: 2, before: 4 }],
    [14, 5, { first: 2, last: 2, before: 14 }],
  ])("entries %i and the %i from there lie on the days %o", (offset, limit, expected) => {
    expect(daysOfPage(days, offset, limit)).toEqual(expected);
  });
});

it("days begin at midnight UTC", () => {
  expect(startOfDay(Date.UTC(2026, 10, 21, 23, 59, 59, 999))).toBe(Date.UTC(2026, 10, 21));
});
