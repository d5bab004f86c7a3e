import { expect, test } from "vitest";
import { reachable } from "../../kit/state-machine.ts";
import {
  type LinkEvent,
  type LinkStatus,
  linkEvents,
  linkStatuses,
  linkTransitions,
  nextLinkStatus,
} from "./states.ts";

/** Every transition, written a second time: an accidental change of the table fails here. */
const moves: Readonly<Record<LinkStatus, Partial<Record<LinkEvent, LinkStatus>>>> = {
  ACTIVE: { pause: "PAUSED", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  PAUSED: { resume: "ACTIVE", exhaust: "EXHAUSTED", expire: "EXPIRED", cancel: "CANCELLED" },
  EXHAUSTED: { reopen: "ACTIVE", cancel: "CANCELLED" },
  EXPIRED: {},
  CANCELLED: {},
};
const every = linkStatuses.flatMap((from) => linkEvents.map((event) => [from, event] as const));

test.each(every)("%s on %s goes where the table says, and nowhere else", (from, event) => {
  expect(nextLinkStatus(from, event)).toBe(moves[from][event] ?? null);
});

test("every status can be reached from ACTIVE", () => {
  expect([...reachable(linkTransitions, "ACTIVE")].sort()).toEqual([...linkStatuses].sort());
});

test("a link that expired or was cancelled never takes a payment again", () => {
  for (const end of ["EXPIRED", "CANCELLED"] as const) {
    expect([...reachable(linkTransitions, end)]).toEqual([end]);
  }
});
