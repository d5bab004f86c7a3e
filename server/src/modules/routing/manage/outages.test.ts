import { describe, expect, test } from "vitest";
import { outageState } from "./outages.ts";

describe("an outage", () => {
  test.each([
    [{ startsAtMs: 10, endsAtMs: null }, "9 ANNOUNCED, 10 OPEN, 1000 OPEN"],
    [{ startsAtMs: 10, endsAtMs: 20 }, "9 ANNOUNCED, 10 OPEN, 19 OPEN, 20 ENDED"],
    [{ startsAtMs: 10, endsAtMs: 10 }, "9 ENDED, 10 ENDED"],
  ])("%j: %s", (row, expected) => {
    const said = expected.split(", ").map((each) => {
      const nowMs = Number(each.split(" ")[0]);
      return `${nowMs} ${outageState(row, nowMs)}`;
    });
    expect(said.join(", ")).toBe(expected);
  });
});
