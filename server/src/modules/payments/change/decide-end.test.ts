import { describe, expect, it } from "vitest";
import { guardIdOf } from "../../../kit/guard-id.ts";
import { canCancel } from "../session/rules.ts";
import { sessionStatuses } from "../session/states.ts";
import type { LoadedSession } from "../session/types.ts";
import { makeCharge, makeIntent, makeSession, NOW_MS } from "../testing/test-fixtures.ts";
import { decideCancel, decideExpiry } from "./decide-end.ts";

const endings = [
  { name: "expiry", decide: decideExpiry, status: "EXPIRED", event: "checkout.session.expired" },
  { name: "cancellation", decide: decideCancel, status: "CANCELLED", event: "checkout.session.cancelled" },
] as const;

function loaded(status: LoadedSession["session"]["status"], retryable: boolean): LoadedSession {
  const session = makeSession({
    status,
    retryable,
    attemptCount: status === "OPEN" ? 0 : 1,
    failureCode: status === "FAILED" ? "INSUFFICIENT_FUNDS" : null,
    eventSequence: 2,
    version: 5,
  });
  if (status === "OPEN") return { session, intent: null, charge: null };
  return { session, intent: makeIntent(session), charge: makeCharge(session) };
}

describe.each(endings)("the $name of a session", ({ decide, status: ended, event }) => {
  it.each(["OPEN", "FAILED"] as const)(
    `ends one that is %s: ${ended}, no failure code, ${event}`,
    (status) => {
      const before = loaded(status, true);
      const change = decide(before, NOW_MS + 9);
      expect(change?.session).toEqual({
        ...before.session,
        status: ended,
        failureCode: null,
        retryable: false,
        eventSequence: 3,
        version: 6,
        updatedAtMs: NOW_MS + 9,
      });
      expect(change?.events).toEqual([{ type: event, subject: "session" }]);
      // The intent exists from the first attempt on, and ends with its session.
      if (before.intent === null) expect(change?.intent).toBeNull();
      else {
        const { version } = before.intent;
        expect(change?.intent).toMatchObject({
          status: "CANCELLED",
          cancelledAtMs: NOW_MS + 9,
          version: version + 1,
        });
      }
      expect(change).toMatchObject({ charge: null, posting: null, refund: null, linkUse: "none" });
      expect(change?.checkAtMs).toBeUndefined();
    },
  );

  it("leaves a final failure as it is", () => {
    expect(decide(loaded("FAILED", false), NOW_MS)).toBeNull();
  });

  it.each(sessionStatuses.filter((status) => status !== "OPEN" && status !== "FAILED"))(
    "leaves one that is %s as it is",
    (status) => {
      expect(decide(loaded(status, true), NOW_MS)).toBeNull();
    },
  );
});

describe("cancelling", () => {
  it("is offered exactly where it is done", () => {
    for (const status of sessionStatuses) {
      for (const retryable of [true, false]) {
        const before = loaded(status, retryable);
        const where = `${status}, retryable ${retryable}`;
        expect(canCancel(before.session, NOW_MS), where).toBe(decideCancel(before, NOW_MS) !== null);
      }
    }
  });
});

it.each(endings)(
  "the $name of a payment without a session tells nobody, and cancels its intent",
  ({ decide }) => {
    const session = makeSession({ eventSequence: 2 });
    const guard = { ...session, id: guardIdOf(session.paymentIntentId) };
    const change = decide({ session: guard, intent: makeIntent(guard), charge: null }, NOW_MS + 9);
    expect([change?.events, change?.session.eventSequence]).toEqual([[], 2]);
    expect(change?.intent).toMatchObject({ status: "CANCELLED", cancelledAtMs: NOW_MS + 9 });
  },
);
