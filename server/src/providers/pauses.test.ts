import { expect, it } from "vitest";
import { createPauses, PAUSE_MS_MAX, pauseMsOf } from "./pauses.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);

it.each([
  ["seconds", "7", 7_000],
  ["none", "0", 0],
  ["a date", new Date(NOW_MS + 30_000).toUTCString(), 30_000],
  ["a date that is over", new Date(NOW_MS - 30_000).toUTCString(), 0],
  ["longer than a payer can wait", "86400", PAUSE_MS_MAX],
  ["a date that is far ahead", "Fri, 31 Dec 9999 23:59:59 GMT", PAUSE_MS_MAX],
  ["nothing", undefined, 5_000],
  ["nonsense", "soon", 5_000],
  ["a negative number", "-5", 5_000],
])("a Retry-After that says %s", (_name, text, expected) => {
  expect(pauseMsOf(text, NOW_MS)).toBe(expected);
});

it("a pause is one account's and one kind's, and a shorter one does not end it", () => {
  const pauses = createPauses();
  pauses.begin("first", "start", NOW_MS + 5_000);
  pauses.begin("first", "start", NOW_MS + 2_000);
  expect(pauses.leftMs("first", "start", NOW_MS)).toBe(5_000);
  expect(pauses.leftMs("first", "start", NOW_MS + 5_000)).toBe(0);
  expect(pauses.leftMs("first", "query", NOW_MS)).toBe(0);
  expect(pauses.leftMs("second", "start", NOW_MS)).toBe(0);
});
