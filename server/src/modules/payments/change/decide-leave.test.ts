import { describe, expect, it } from "vitest";
import { sessionStatuses } from "../session/states.ts";
import { chargeStatuses, isAlive } from "../states.ts";
import { linkId, makeCharge, makeIntent, makeSession, NOW_MS } from "../testing/test-fixtures.ts";
import { decideLeave } from "./decide-leave.ts";

const inFlight = (
  session: Parameters<typeof makeSession>[0] = {},
  charge: Parameters<typeof makeCharge>[1] = {},
) => {
  const made = makeSession({
    status: "PROCESSING",
    attemptCount: 1,
    eventSequence: 1,
    version: 3,
    ...session,
  });
  return { session: made, intent: makeIntent(made), charge: makeCharge(made, charge) };
};

describe("a payer who leaves an attempt", () => {
  it("may pay another way, while the attempt stays as it is and watched", () => {
    const before = inFlight({ paymentLinkId: linkId }, { status: "REQUIRES_ACTION" });
    const change = decideLeave(before, NOW_MS + 9);
    expect(change?.session).toEqual({
      ...before.session,
      status: "OPEN",
      version: 4,
      updatedAtMs: NOW_MS + 9,
    });
    expect(change?.intent).toMatchObject({
      status: "REQUIRES_PAYMENT_METHOD",
      version: before.intent.version + 1,
    });
    expect(change?.charge).toEqual({
      ...before.charge,
      supersededAtMs: NOW_MS + 9,
      version: before.charge.version + 1,
      updatedAtMs: NOW_MS + 9,
    });
    expect(change).toMatchObject({ events: [], posting: null, refund: null, linkUse: "release" });
    expect(change?.checkAtMs).toBeUndefined();
  });

  it.each([
    ["no attempt is in flight", { status: "OPEN" }, {}],
    ["no attempt would be left", { attemptCount: 5 }, {}],
    ["the session's time is over", { expiresAtMs: NOW_MS }, {}],
    ["the provider took another amount", {}, { reviewReason: "AMOUNT_MISMATCH" }],
    ["the outcome is unknown", {}, { unknownSinceMs: NOW_MS - 1 }],
    ["the outcome has been unknown for long", {}, { status: "IN_RECONCILIATION" }],
    ["it has left it already", {}, { supersededAtMs: NOW_MS - 1 }],
  ] as const)("stays when %s", (_why, session, charge) => {
    expect(decideLeave(inFlight(session, charge), NOW_MS)).toBeNull();
  });

  it("leaves nothing that has ended", () => {
    for (const status of sessionStatuses) {
      for (const of of chargeStatuses) {
        const change = decideLeave(inFlight({ status }, { status: of }), NOW_MS);
        expect(change !== null, `${status}, ${of}`).toBe(
          status === "PROCESSING" && isAlive(of) && of !== "IN_RECONCILIATION",
        );
      }
    }
  });
});
