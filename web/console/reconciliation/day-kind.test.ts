import { expect, it } from "vitest";
import { dayKind } from "./day-kind.ts";

it.each([
  ["DONE", null, "DONE"],
  ["WAITING", null, "WAITING"],
  ["BALANCE", null, "WAITING"],
  ["WAITING", "http_503", "GAP"],
  ["BALANCE", "the balance could not be read", "GAP"],
  ["GIVEN_UP", null, "GAP"],
] as const)("a day that is %s, with the problem %s, is shown as %s", (status, problem, kind) => {
  expect(dayKind({ status, problem })).toBe(kind);
});
