import { describe, expect, it } from "vitest";
import { decideOutcome } from "../outcome/decide-outcome.ts";
import type { SessionStatus } from "../session/states.ts";
import type { CheckoutSession } from "../session/types.ts";
import {
  linkId,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
  newChargeId,
  outcomes,
  walletId,
} from "../testing/test-fixtures.ts";
import type { Charge } from "../types.ts";
import { decideRelease, decideReturn } from "./decide-review.ts";

/**
 * An operator's decision moves held money once, completely, to one of two recipients, and does not touch what another
 * payment has paid.
 */
const terms = { fee: 15n, settlementDelaySeconds: 0 };

function loaded(charge: Partial<Charge>, session: Partial<CheckoutSession>) {
  const opened = makeSession(session);
  const held = makeCharge(opened, charge);
  return {
    session: { ...opened, chargeId: opened.chargeId ?? held.id },
    intent: makeIntent(opened),
    charge: held,
  };
}
/** Half of the amount arrived, and its attempt waits. */
const mismatch = (session: Partial<CheckoutSession> = {}) =>
  loaded(
    { status: "IN_RECONCILIATION", amountConfirmed: 500n, reviewReason: "AMOUNT_MISMATCH" },
    { status: "PROCESSING", attemptCount: 1, ...session },
  );
const late = (status: SessionStatus, more: Partial<Charge> = {}) =>
  loaded(
    { status: "SUCCEEDED", late: true, reviewReason: "LATE_PAYMENT", ...more },
    { status, retryable: false, attemptCount: 1 },
  );
const RELEASED = { from: "held", to: "available", type: "RELEASE" };

describe("release", () => {
  it("pays the session with the amount that came, less its fee", () => {
    const step = decideRelease(mismatch(), terms, NOW_MS);
    expect(step?.posting).toMatchObject({
      walletId,
      sourceType: "charge",
      transfers: [
        { ...RELEASED, amount: 500n },
        { from: "available", to: "fees", amount: 15n, type: "FEE" },
      ],
    });
    expect(step?.change).toMatchObject({
      session: { status: "SUCCEEDED", paidLate: false },
      charge: { status: "SUCCEEDED", pays: true, fee: 15n, reviewReason: null, amountConfirmed: 500n },
      intent: { status: "SUCCEEDED", amountReceived: 500n },
      posting: null,
      events: [{ type: "payment.succeeded" }, { type: "checkout.session.completed" }],
    });
  });

  it.each(["FAILED", "EXPIRED", "CANCELLED", "PROCESSING"] as const)(
    "late money pays a %s session",
    (status) => {
      const step = decideRelease(late(status), terms, NOW_MS);
      expect(step?.change).toMatchObject({
        session: { status: "SUCCEEDED", paidLate: true },
        charge: { pays: true },
      });
    },
  );

  it("money beside a paid session goes to the merchant without a fee, and the session stays unchanged", () => {
    const step = decideRelease(late("SUCCEEDED"), terms, NOW_MS);
    expect(step?.posting?.transfers).toEqual([{ ...RELEASED, amount: 1_000n }]);
    expect(step?.change).toMatchObject({
      session: { status: "SUCCEEDED" },
      charge: { pays: false, duplicate: true, fee: 0n },
      intent: null,
      events: [],
    });
  });

  it("settles later where its method does", () => {
    const step = decideRelease(mismatch(), { ...terms, settlementDelaySeconds: 60 }, NOW_MS);
    expect(step?.settlesAtMs).toBe(NOW_MS + 60_000);
    expect(step?.posting?.transfers[0]).toMatchObject({ from: "held", to: "pending" });
  });

  it.each([
    ["an attempt that waited", mismatch({ paymentLinkId: linkId }), "consume_reserved"],
    ["an attempt that had ended", late("EXPIRED", { paymentLinkId: linkId }), "consume"],
  ])("counts a use of the link of %s", (_name, held, linkUse) => {
    expect(decideRelease(held, terms, NOW_MS)?.change.linkUse).toBe(linkUse);
  });
});

describe("return", () => {
  it("fails the attempt that waited, gives all that came back, and the payer may try again", () => {
    const step = decideReturn(mismatch({ paymentLinkId: linkId }), true, NOW_MS);
    expect(step).toMatchObject({ posting: null, refund: { amount: 500n, reason: "OTHER" } });
    expect(step?.change).toMatchObject({
      session: { status: "FAILED", failureCode: "INVALID_AMOUNT", retryable: true },
      charge: { status: "FAILED", reviewReason: null, failureCode: "INVALID_AMOUNT" },
      linkUse: "release",
      events: [{ type: "payment.failed" }],
    });
  });

  it("of the last attempt ends the session", () => {
    const step = decideReturn(mismatch({ attemptCount: 5 }), true, NOW_MS);
    expect(step?.change.events.map(({ type }) => type)).toEqual([
      "payment.failed",
      "checkout.session.failed",
    ]);
  });

  it.each([
    ["late", late("EXPIRED"), "LATE_PAYMENT"],
    ["double", late("SUCCEEDED", { duplicate: true, reviewReason: "REFUND_FAILED" }), "DUPLICATE"],
  ])("of %s money touches no session", (_name, held, reason) => {
    const step = decideReturn(held, true, NOW_MS);
    expect(step).toMatchObject({ posting: null, refund: { amount: 1_000n, reason } });
    expect(step?.change).toMatchObject({
      session: { status: held.session.status },
      intent: null,
      events: [],
    });
  });

  it("of an attempt that is no longer the session's leaves the session alone", () => {
    const step = decideReturn(mismatch({ chargeId: newChargeId() }), true, NOW_MS);
    expect(step?.change).toMatchObject({ session: { status: "PROCESSING" }, charge: { status: "FAILED" } });
  });

  it("makes no refund when the case is closed instead: the money was never in these books", () => {
    expect(decideReturn(mismatch(), false, NOW_MS)).toMatchObject({ refund: null, posting: null });
  });
});

describe("decided once", () => {
  it("accepting and returning are impossible when no money is held", () => {
    const settled = late("EXPIRED", { reviewReason: null });
    expect([decideRelease(settled, terms, NOW_MS), decideReturn(settled, true, NOW_MS)]).toEqual([
      null,
      null,
    ]);
  });

  it("money of another amount is never booked a second time when the provider repeats its answer", () => {
    const { session, intent } = mismatch();
    const charge = decideReturn(mismatch(), true, NOW_MS)?.change.charge;
    if (charge == null) throw new Error("a decision changes its charge");
    for (const says of ["paid", "paid_less"] as const) {
      expect(decideOutcome({ session, intent, charge }, outcomes[says], terms, NOW_MS)).toBeNull();
    }
  });
});
