import { describe, expect, it } from "vitest";
import { reachable } from "../../../kit/state-machine.ts";
import {
  nextSessionStatus,
  type SessionEvent,
  type SessionStatus,
  sessionStatuses,
  sessionTransitions,
} from "./states.ts";

const events = ["attempt", "succeed", "fail", "leave", "expire", "cancel", "accept_late"] as const;

/** Written by hand from docs/concepts/checkout.md: status, then one column per event above. */
const table: { readonly [status in SessionStatus]: readonly (SessionStatus | null)[] } = {
  OPEN: ["PROCESSING", null, null, null, "EXPIRED", "CANCELLED", "SUCCEEDED"],
  PROCESSING: [null, "SUCCEEDED", "FAILED", "OPEN", null, null, null],
  FAILED: ["PROCESSING", null, null, null, "EXPIRED", "CANCELLED", "SUCCEEDED"],
  EXPIRED: [null, null, null, null, null, null, "SUCCEEDED"],
  CANCELLED: [null, null, null, null, null, null, "SUCCEEDED"],
  SUCCEEDED: [null, null, null, null, null, null, null],
};

describe("the states of a session", () => {
  it.each(sessionStatuses)("%s goes where the table says, for each event", (status) => {
    const all: readonly SessionEvent[] = events;
    expect(all.map((event) => nextSessionStatus(status, event))).toEqual(table[status]);
  });

  it("can all be reached from OPEN", () => {
    expect([...reachable(sessionTransitions, "OPEN")].sort()).toEqual([...sessionStatuses].sort());
  });

  it("keep a paid session paid: SUCCEEDED leads nowhere", () => {
    expect(reachable(sessionTransitions, "SUCCEEDED")).toEqual(new Set(["SUCCEEDED"]));
  });
});
