import { describe, expect, test } from "vitest";
import type { AccountActor } from "./actor.ts";
import { isOnePerson, type Making, ONE_PERSON_MS, type OriginRelation, stillJoins } from "./common-origin.ts";
import type { Id } from "./ids.ts";

const account = (kind: AccountActor["kind"], number: number): AccountActor => ({
  kind,
  id: `019bc0d8-6c00-7a10-9c31-${String(number).padStart(12, "0")}` as Id<"apiKey"> &
    Id<"person"> &
    Id<"operator">,
});
const a = account("key", 1);
const b = account("key", 2);
const c = account("key", 3);
const d = account("key", 4);
const ama = account("person", 5);
const omar = account("operator", 6);

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const made = (
  one: AccountActor,
  maker: AccountActor,
  daysAgo = 0,
  relation: OriginRelation = "created",
): Making => ({ made: one, maker, relation, atMs: NOW_MS - daysAgo * DAY_MS });

describe("two accounts are one person", () => {
  const rows: readonly (readonly [string, AccountActor, AccountActor, readonly Making[], boolean])[] = [
    ["the same key", a, a, [], true],
    ["two keys that nobody made", a, b, [], false],
    ["a key and one it made", a, b, [made(b, a)], true],
    ["a key and one that a key of its own made", a, c, [made(b, a), made(c, b)], true],
    ["two keys of one maker", b, c, [made(b, a), made(c, a)], true],
    ["cousins", c, d, [made(b, a), made(c, b), made(d, a)], true],
    ["two keys of two makers", c, d, [made(c, a), made(d, b)], false],
    ["a key and its successor", a, b, [made(b, a, 0, "replaces")], true],
    [
      "a key and a late successor's successor",
      a,
      c,
      [made(b, a, 400, "replaces"), made(c, b, 200, "replaces")],
      true,
    ],
    ["a key and one it made 29 days ago", a, b, [made(b, a, 29)], true],
    ["a key and one it made 30 days ago", a, b, [made(b, a, 30)], false],
    ["two keys, one made 31 days ago", b, c, [made(b, a, 31), made(c, a)], false],
    ["a chain with a link that lapsed", a, c, [made(b, a, 31), made(c, b)], false],
    ["a key that got a new secret from its maker lately", a, b, [made(b, a, 31), made(b, a, 1)], true],
    ["two makers of one key", a, b, [made(c, a), made(c, b)], false],
    ["a person and a key it made", ama, a, [made(a, ama)], true],
    ["two keys of one person", a, b, [made(a, ama), made(b, ama)], true],
    ["keys of an operator and of a person", a, b, [made(a, omar), made(b, ama)], false],
    [
      "an operator and a key that a person made, whom it invited",
      omar,
      a,
      [made(a, ama), made(ama, omar)],
      true,
    ],
    ["two that made each other", a, b, [made(a, b), made(b, a)], true],
    ["one made by a clock that was ahead", a, b, [made(b, a, -2)], true],
  ];
  test.each(rows)("%s", (_words, left, right, makings, expected) => {
    expect(isOnePerson(left, right, makings, NOW_MS)).toBe(expected);
    expect(isOnePerson(right, left, [...makings].reverse(), NOW_MS)).toBe(expected);
  });
});

test("a making lapses 30 days later, to the millisecond; a succession never does", () => {
  const { atMs } = made(b, a);
  expect(stillJoins({ relation: "created", atMs }, atMs + ONE_PERSON_MS - 1)).toBe(true);
  expect(stillJoins({ relation: "created", atMs }, atMs + ONE_PERSON_MS)).toBe(false);
  expect(stillJoins({ relation: "replaces", atMs }, atMs + 100 * ONE_PERSON_MS)).toBe(true);
});
