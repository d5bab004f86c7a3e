import { expect, it } from "vitest";
import { validityOf } from "./validity.ts";

it.each([
  [null, null],
  ["2026-11-20", "ENDED"],
  ["2026-11-21", "SOON"],
  ["2027-01-20", "SOON"],
  ["2027-01-21", "VALID"],
] as const)("on 21 November a paper with the last day %s is %s", (expiresOn, expected) => {
  expect(validityOf(expiresOn, Date.parse("2026-11-21T23:00:00Z"))).toBe(expected);
});
