import { describe, expect, it } from "vitest";
import { eventTypes } from "../webhooks/events.ts";
import { changesFor, livePermissions, subjectOf } from "./changes.ts";
import { beginFeed, lookAgain, RELOAD_EVERY_MS, ROWS_MAX } from "./feed.ts";

const event = (number: number, type = "payment.succeeded") => ({
  id: `019bc0d8-6c00-7a10-9c31-${String(number).padStart(12, "0")}`,
  type,
  subjectId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  sequence: number,
});
const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => event(from + index));

describe("a feed", () => {
  it("tells what it has not told, also when an earlier id appears after a later one", () => {
    const begun = beginFeed([event(1)]);
    const second = lookAgain(begun, [event(1), event(3)], 0);
    expect(second.news).toEqual([event(3)]);
    const late = lookAgain(second.feed, [event(1), event(2), event(3)], 500);
    expect(late.news).toEqual([event(2)]);
    expect(lookAgain(late.feed, [event(2), event(3)], 1_000).news).toEqual([]);
  });

  it("in a rush says at intervals that everything must be read again, and once more after it", () => {
    const rush = lookAgain(beginFeed([]), events(0, ROWS_MAX), 0);
    expect(rush.news).toBe("reload");
    const soon = lookAgain(rush.feed, events(9, 9 + ROWS_MAX), RELOAD_EVERY_MS - 1);
    expect(soon.news).toEqual([]);
    const again = lookAgain(soon.feed, events(20, 20 + ROWS_MAX), RELOAD_EVERY_MS);
    expect(again.news).toBe("reload");
    const after = lookAgain(again.feed, events(200, 210), RELOAD_EVERY_MS + 500);
    expect(after.news).toBe("reload");
    expect(lookAgain(after.feed, events(200, 211), RELOAD_EVERY_MS + 1_000).news).toEqual([event(210)]);
  });
});

describe("a change", () => {
  it.each(eventTypes)("of the type %s has a subject, which some permission shows", (type) => {
    const { permission } = subjectOf(type);
    expect(livePermissions).toContain(permission);
    const [change] = changesFor([event(7, type)], [permission]);
    expect(change).toMatchObject({ type, version: 7 });
    expect(change?.id).toMatch(type.startsWith("merchant.") ? /^019bc0d8-/ : /^[a-z]+_[0-9a-z]{26}$/);
    expect(changesFor([event(7, type)], ["merchant.events.read"])).toHaveLength(1);
    expect(changesFor([event(7, type)], ["merchant.events.manage"])).toHaveLength(1);
    expect(changesFor([event(7, type)], ["merchant.reports.read"])).toEqual([]);
  });
});
