import { describe, expect, it } from "vitest";
import { reachable } from "../../kit/state-machine.ts";
import { changeEvents, changeTransitions, nextChangeStatus, statusAt } from "./states.ts";
import { changeStatuses } from "./types.ts";

describe("a change request ends once", () => {
  it.each(changeStatuses)("%s moves where its table leads", (from) => {
    expect(changeEvents.map((event) => nextChangeStatus(from, event))).toEqual(
      from === "PROPOSED"
        ? ["CONFIRMED", "REFUSED", "WITHDRAWN", "EXPIRED", "SUPERSEDED"]
        : [null, null, null, null, null],
    );
  });
  it("every status can be reached", () => {
    expect([...reachable(changeTransitions, "PROPOSED")].toSorted()).toEqual(changeStatuses.toSorted());
  });
});

describe("the status at an instant", () => {
  it.each([
    ["PROPOSED", 1_001, "PROPOSED"],
    ["PROPOSED", 1_000, "EXPIRED"],
    ["PROPOSED", 999, "EXPIRED"],
    ["CONFIRMED", 999, "CONFIRMED"],
    ["WITHDRAWN", 999, "WITHDRAWN"],
  ] as const)("%s that expires at %d is %s at 1000", (status, expiresAtMs, then) => {
    expect(statusAt({ status, expiresAtMs }, 1_000)).toBe(then);
  });
});
