import { describe, expect, it } from "vitest";
import { ACCOUNT_WINDOW_MS, accountDelayMs, DELAY_MAX_MS, judgeAccount, judgePair } from "./attempt-rules.ts";

const SECOND_MS = 1_000;
const NOW = Date.UTC(2026, 10, 21, 10);

describe("the delay of an account", () => {
  it.each([
    [0, 0],
    [19, 0],
    [20, 5],
    [21, 10],
    [27, 640],
    [28, 900],
    [40, 900],
    [1_000_000, 900],
  ])("after %i wrong passwords is %i s", (attempts, seconds) => {
    expect(accountDelayMs(attempts)).toBe(seconds * SECOND_MS);
  });
});

describe("one more attempt", () => {
  const counted = (attempts: number, agoMs: number) => ({ attempts, lastAtMs: NOW - agoMs });
  it.each([
    ["the first", null, false, { next: { attempts: 1, lastAtMs: NOW } }],
    ["the twentieth", counted(19, 0), false, { next: { attempts: 20, lastAtMs: NOW } }],
    ["one at once after the twentieth", counted(20, 0), false, { waitMs: 5 * SECOND_MS }],
    ["one a moment too early", counted(20, 5 * SECOND_MS - 1), false, { waitMs: 1 }],
    ["one in time", counted(20, 5 * SECOND_MS), false, { next: { attempts: 21, lastAtMs: NOW } }],
    ["one from a known address", counted(20, 0), true, { next: { attempts: 21, lastAtMs: NOW } }],
    [
      "one after the longest delay",
      counted(99, DELAY_MAX_MS),
      false,
      { next: { attempts: 100, lastAtMs: NOW } },
    ],
    ["one after an hour", counted(99, ACCOUNT_WINDOW_MS), false, { next: { attempts: 1, lastAtMs: NOW } }],
    ["one after a clock was set back", counted(20, -60 * SECOND_MS), false, { waitMs: 5 * SECOND_MS }],
  ] as const)("%s", (_name, known, isExempt, judged) => {
    expect(judgeAccount(known, NOW, isExempt)).toEqual(judged);
  });
});

describe("an account from one address", () => {
  const MINUTE_MS = 60 * SECOND_MS;
  it.each([
    ["the first attempt", 1, 0, null],
    ["the fifth", 5, 0, null],
    ["the sixth, which begins the lock", 6, 0, { waitMs: 15 * MINUTE_MS, isNew: true }],
    ["the seventh, which is not told again", 7, 0, { waitMs: 15 * MINUTE_MS, isNew: false }],
    ["one ten minutes later", 8, 10 * MINUTE_MS, { waitMs: 5 * MINUTE_MS, isNew: false }],
  ] as const)("%s", (_name, attempts, agoMs, judged) => {
    expect(judgePair({ attempts, lastAtMs: NOW - agoMs }, NOW)).toEqual(judged);
  });
});
