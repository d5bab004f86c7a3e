import { describe, expect, it } from "vitest";
import { transfer } from "../../ledger/index.ts";
import type { LoadedCharge } from "../outcome/decide-outcome.ts";
import type { CheckoutSession } from "../session/types.ts";
import {
  currentChargeId,
  linkId,
  MINUTE_MS,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
  olderChargeId,
} from "../testing/test-fixtures.ts";
import type { Charge } from "../types.ts";
import { decideRelease, decideReturn } from "./decide-review.ts";

/** Each decision whole, field by field. */

const LATER_MS = NOW_MS + MINUTE_MS;
const FEE = 15n;
const terms = { fee: FEE, settlementDelaySeconds: 0 };

/** A charge of 1 000 F of which 900 F came: held, and the session waits. */
function waiting(charge: Partial<Charge> = {}, session: Partial<CheckoutSession> = {}): LoadedCharge {
  const made = makeSession({
    status: "PROCESSING",
    attemptCount: 2,
    chargeId: currentChargeId,
    eventSequence: 2,
    version: 4,
    ...session,
  });
  return {
    session: made,
    intent: makeIntent(made),
    charge: makeCharge(made, {
      status: "IN_RECONCILIATION",
      amountConfirmed: 900n,
      reviewReason: "AMOUNT_MISMATCH",
      version: 3,
      ...charge,
    }),
  };
}

function untouched(loaded: LoadedCharge) {
  return {
    before: loaded,
    session: { ...loaded.session, version: 5, updatedAtMs: LATER_MS },
    intent: null,
    charge: null,
    posting: null,
    settlesAtMs: null,
    events: [],
    linkUse: "none",
    checkAtMs: undefined,
    refund: null,
  };
}
const movedCharge = ({ charge }: LoadedCharge, fields: Partial<Charge>) => ({
  ...charge,
  ...fields,
  version: 4,
  updatedAtMs: LATER_MS,
});
const movedIntent = ({ intent }: LoadedCharge, fields: Partial<LoadedCharge["intent"]>) => ({
  ...intent,
  ...fields,
  version: 5,
  updatedAtMs: LATER_MS,
});
const postingOf = ({ charge }: LoadedCharge, transfers: ReturnType<typeof transfer>) => ({
  walletId: charge.walletId,
  currency: charge.currency,
  sourceType: "charge",
  sourceId: charge.id,
  transfers,
});

describe("released to the merchant", () => {
  const released = {
    status: "SUCCEEDED",
    reviewReason: null,
    failureCode: null,
    nextStep: null,
    unknownSinceMs: null,
  } as const;
  const paidEvents = [
    { type: "payment.succeeded", subject: "charge" },
    { type: "checkout.session.completed", subject: "session" },
  ];

  it("pays the session: states, money, fee and events together", () => {
    const loaded = waiting({ unknownSinceMs: NOW_MS, failureCode: "UNKNOWN" });
    const base = untouched(loaded);
    expect(decideRelease(loaded, terms, LATER_MS)).toEqual({
      change: {
        ...base,
        session: {
          ...base.session,
          status: "SUCCEEDED",
          chargeId: currentChargeId,
          failureCode: null,
          retryable: false,
          paidLate: false,
          completedAtMs: LATER_MS,
          eventSequence: 4,
        },
        charge: movedCharge(loaded, { ...released, succeededAtMs: LATER_MS, pays: true, fee: FEE }),
        intent: movedIntent(loaded, {
          status: "SUCCEEDED",
          amountReceived: 900n,
          latestChargeId: currentChargeId,
          failureCode: null,
          succeededAtMs: LATER_MS,
        }),
        events: paidEvents,
        checkAtMs: null,
      },
      posting: postingOf(loaded, [
        ...transfer("held", "available", 900n, "RELEASE"),
        ...transfer("available", "fees", FEE, "FEE"),
      ]),
      settlesAtMs: null,
      refund: null,
    });
  });

  it("keeps the time at which the money came, and waits for its settlement", () => {
    const loaded = waiting({ status: "SUCCEEDED", succeededAtMs: NOW_MS, reviewReason: "LATE_PAYMENT" });
    const step = decideRelease(loaded, { fee: FEE, settlementDelaySeconds: 60 }, LATER_MS);
    expect(step?.change.charge?.succeededAtMs).toBe(NOW_MS);
    expect(step?.settlesAtMs).toBe(LATER_MS + 60_000);
    expect(step?.posting).toEqual(
      postingOf(loaded, [
        ...transfer("held", "pending", 900n, "RELEASE"),
        ...transfer("pending", "fees", FEE, "FEE"),
      ]),
    );
  });

  it("beside what paid is a duplicate without a fee", () => {
    const loaded = waiting({ id: olderChargeId }, { status: "SUCCEEDED", paymentLinkId: linkId });
    expect(decideRelease(loaded, terms, LATER_MS)).toEqual({
      change: {
        ...untouched(loaded),
        charge: movedCharge(loaded, { ...released, succeededAtMs: LATER_MS, duplicate: true }),
        linkUse: "release",
        checkAtMs: null,
      },
      posting: postingOf(loaded, transfer("held", "available", 900n, "RELEASE")),
      settlesAtMs: null,
      refund: null,
    });
  });

  it.each([
    ["in time, the use that was reserved", { status: "IN_RECONCILIATION" }, "PROCESSING", "consume_reserved"],
    ["late, one use more", { status: "FAILED" }, "EXPIRED", "consume"],
  ] as const)("counts the use of the payment link: %s", (_name, charge, status, linkUse) => {
    expect(
      decideRelease(waiting(charge, { status, paymentLinkId: linkId }), terms, LATER_MS)?.change.linkUse,
    ).toBe(linkUse);
    expect(decideRelease(waiting(charge, { status }), terms, LATER_MS)?.change.linkUse).toBe("none");
  });

  it("is late when its attempt had ended", () => {
    const loaded = waiting({ status: "FAILED" }, { status: "EXPIRED" });
    expect(decideRelease(loaded, terms, LATER_MS)?.change.session.paidLate).toBe(true);
  });

  it("is impossible for a charge that is not under review", () => {
    expect(decideRelease(waiting({ reviewReason: null }), terms, LATER_MS)).toBeNull();
  });
});

describe("returned to the payer", () => {
  const failureCode = "INVALID_AMOUNT";
  const failed = {
    status: "FAILED",
    failureCode,
    providerCode: "AMOUNT_MISMATCH",
    reviewReason: null,
    nextStep: null,
    unknownSinceMs: null,
    failedAtMs: LATER_MS,
  } as const;
  const attemptFailed = { type: "payment.failed", subject: "charge" };

  it("fails the attempt, and the payer may try again", () => {
    const loaded = waiting({ unknownSinceMs: NOW_MS }, { paymentLinkId: linkId });
    const base = untouched(loaded);
    expect(decideReturn(loaded, true, LATER_MS)).toEqual({
      change: {
        ...base,
        session: { ...base.session, status: "FAILED", failureCode, retryable: true, eventSequence: 3 },
        charge: movedCharge(loaded, failed),
        intent: movedIntent(loaded, { status: "REQUIRES_PAYMENT_METHOD", failureCode }),
        events: [attemptFailed],
        linkUse: "release",
        checkAtMs: null,
      },
      posting: null,
      settlesAtMs: null,
      refund: { amount: 900n, reason: "OTHER" },
    });
  });

  it.each([
    ["after the last attempt", { attemptCount: 5 }],
    ["at the instant the time is over", { expiresAtMs: LATER_MS }],
  ])("is final %s", (_name, fields) => {
    const loaded = waiting({}, fields);
    const base = untouched(loaded);
    expect(decideReturn(loaded, true, LATER_MS)?.change).toEqual({
      ...base,
      session: { ...base.session, status: "FAILED", failureCode, retryable: false, eventSequence: 4 },
      charge: movedCharge(loaded, failed),
      intent: movedIntent(loaded, { status: "FAILED", failureCode }),
      events: [attemptFailed, { type: "checkout.session.failed", subject: "session" }],
      checkAtMs: null,
    });
  });

  it("leaves a session alone that has moved on to another attempt", () => {
    const loaded = waiting({ id: olderChargeId });
    expect(decideReturn(loaded, true, LATER_MS)?.change).toEqual({
      ...untouched(loaded),
      charge: movedCharge(loaded, failed),
      checkAtMs: null,
    });
  });

  it.each([
    ["double money", { status: "SUCCEEDED", duplicate: true }, "DUPLICATE"],
    ["late money", { status: "SUCCEEDED", duplicate: false }, "LATE_PAYMENT"],
    ["money of a failed attempt", { status: "FAILED", duplicate: false }, "OTHER"],
  ] as const)("of an attempt that is over gives only the money back: %s", (_name, fields, reason) => {
    const loaded = waiting({ ...fields, amountConfirmed: null }, { status: "SUCCEEDED" });
    expect(decideReturn(loaded, true, LATER_MS)).toEqual({
      change: { ...untouched(loaded), charge: movedCharge(loaded, { reviewReason: null }) },
      posting: null,
      settlesAtMs: null,
      refund: { amount: 1_000n, reason },
    });
  });

  it("makes no refund when the case was settled outside the service", () => {
    expect(decideReturn(waiting(), false, LATER_MS)?.refund).toBeNull();
  });

  it("is impossible for a charge that is not under review", () => {
    expect(decideReturn(waiting({ reviewReason: null }), true, LATER_MS)).toBeNull();
  });
});
