import { describe, expect, it } from "vitest";
import type { CurrencyCode } from "../../../kit/currency.ts";
import { FIRST_GUARD_ID } from "../../../kit/guard-id.ts";
import type { Id } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { NextStep, PaymentOutcome } from "../../../providers/provider.ts";
import { chargePosting, heldPosting } from "../../ledger/index.ts";
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
import { decideOutcome, type LoadedCharge, loadedChargeOf } from "./decide-outcome.ts";

/** Each decision whole, field by field: what the table of effects does not look at. */

const LATER_MS = NOW_MS + MINUTE_MS;
const terms = { fee: 15n, settlementDelaySeconds: 0 };
const poll: NextStep = { kind: "POLL", pollAfterMs: 2_000, instructions: null };
const redirect: NextStep = { kind: "REDIRECT", actionUrl: "https://pay.example/1" };
const transfer: NextStep = {
  kind: "POLL",
  pollAfterMs: 2_000,
  instructions: {
    bankName: "Banque",
    accountHolder: "Boutique",
    iban: "CI93CI0000000000000000000000",
    bic: "BANKCIAB",
    reference: "R1",
    amount: "1000",
    currency: "XOF",
    expiresAt: null,
  },
};

/** A session whose second attempt is in flight. */
function inFlight(charge: Partial<Charge> = {}, session: Partial<CheckoutSession> = {}): LoadedCharge {
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
    charge: makeCharge(made, { status: "PROCESSING", version: 3, ...charge }),
  };
}

const decide = (loaded: LoadedCharge, outcome: PaymentOutcome, given = terms, nowMs = LATER_MS) =>
  decideOutcome(loaded, outcome, given, nowMs);

/** A change that touches nothing but the session's version, to be completed by what a case expects. */
function untouched({ session, intent, charge }: LoadedCharge, nowMs = LATER_MS) {
  return {
    before: { session, intent, charge },
    session: { ...session, version: 5, updatedAtMs: nowMs },
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
const movedCharge = ({ charge }: LoadedCharge, fields: Partial<Charge>, nowMs = LATER_MS) => ({
  ...charge,
  ...fields,
  version: 4,
  updatedAtMs: nowMs,
});
const movedIntent = ({ intent }: LoadedCharge, fields: Partial<LoadedCharge["intent"]>) => ({
  ...intent,
  ...fields,
  version: 5,
  updatedAtMs: LATER_MS,
});

describe("a loaded charge", () => {
  const { session, intent, charge } = inFlight();
  it("is null when its intent or its charge is missing", () => {
    expect(loadedChargeOf({ session, intent, charge })).toEqual({ session, intent, charge });
    expect(loadedChargeOf(null)).toBeNull();
    expect(loadedChargeOf({ session, intent: null, charge })).toBeNull();
    expect(loadedChargeOf({ session, intent, charge: null })).toBeNull();
  });
});

describe("a handle", () => {
  const handle = Buffer.from("sealed handle");
  it("is written with the change of its outcome", () => {
    const loaded = inFlight();
    const change = decideOutcome(loaded, { kind: "unknown", reason: "timeout" }, terms, LATER_MS, handle);
    expect(change?.charge).toEqual(movedCharge(loaded, { unknownSinceMs: LATER_MS, providerHandle: handle }));
  });
  it("is written alone when its outcome is not new", () => {
    const loaded = inFlight({ status: "FAILED" });
    const change = decideOutcome(loaded, { kind: "unknown", reason: "timeout" }, terms, LATER_MS, handle);
    expect(change).toEqual({
      ...untouched(loaded),
      charge: movedCharge(loaded, { providerHandle: handle }),
    });
  });
});

describe("pending", () => {
  const pending = (nextStep: NextStep): PaymentOutcome => ({ kind: "pending", nextStep });

  it.each([
    ["a payer who confirms on the phone", poll, "PROCESSING"],
    ["a page to open", redirect, "REQUIRES_ACTION"],
    ["a transfer to order", transfer, "REQUIRES_ACTION"],
  ] as const)("shows the next step and forgets the silence: %s", (_name, step, status) => {
    const loaded = inFlight({ status: "PENDING", unknownSinceMs: NOW_MS });
    expect(decide(loaded, pending(step))).toEqual({
      ...untouched(loaded),
      charge: movedCharge(loaded, { status, nextStep: step, unknownSinceMs: null }),
      intent: movedIntent(loaded, { status }),
    });
  });

  it("is new when the step, the status or the silence differs, and only then", () => {
    const shown = { status: "REQUIRES_ACTION", nextStep: redirect } as const;
    expect(decide(inFlight(shown), pending(redirect))).toBeNull();
    expect(decide(inFlight({ ...shown, unknownSinceMs: NOW_MS }), pending(redirect))).not.toBeNull();
    expect(decide(inFlight({ ...shown, status: "PENDING" }), pending(redirect))).not.toBeNull();
    expect(decide(inFlight({ ...shown, nextStep: null }), pending(redirect))).not.toBeNull();
    const other: NextStep = { ...redirect, actionUrl: "https://pay.example/2" };
    expect(decide(inFlight(shown), pending(other))).not.toBeNull();
  });

  it.each([
    ["has ended", { status: "FAILED" }],
    ["waits for an operator", { reviewReason: "AMOUNT_MISMATCH" }],
  ] as const)("means nothing when the charge %s", (_name, fields) => {
    expect(decide(inFlight(fields), pending(redirect))).toBeNull();
  });
});

describe("the step of an attempt that has ended", () => {
  const failed: PaymentOutcome = { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "OVER" };
  const succeeded: PaymentOutcome = { kind: "succeeded", transactionId: "T1", amount: money(1_000n, "XOF") };

  it.each([
    ["failed", failed],
    ["succeeded", succeeded],
  ] as const)("stays for a transfer that %s, and is dropped for every other", (_name, outcome) => {
    const amount = { amount: 1_000n };
    for (const [step, kept] of [
      [transfer, transfer],
      [redirect, null],
      [poll, null],
    ]) {
      const change = decide(inFlight({ ...amount, nextStep: step as NextStep }, amount), outcome);
      expect(change?.charge?.status).toBe(outcome.kind === "failed" ? "FAILED" : "SUCCEEDED");
      expect(change?.charge?.nextStep).toEqual(kept);
    }
  });
});

describe("unknown", () => {
  const unknown: PaymentOutcome = { kind: "unknown", reason: "timeout" };

  it("records only since when the outcome is unknown", () => {
    const loaded = inFlight();
    expect(decide(loaded, unknown)).toEqual({
      ...untouched(loaded),
      charge: movedCharge(loaded, { unknownSinceMs: LATER_MS }),
    });
  });

  it("begins reconciliation after 15 minutes, not a millisecond before, and once", () => {
    const since = { unknownSinceMs: NOW_MS };
    const afterMs = NOW_MS + 15 * MINUTE_MS;
    expect(decide(inFlight(since), unknown, terms, afterMs - 1)).toBeNull();
    const loaded = inFlight(since);
    expect(decide(loaded, unknown, terms, afterMs)).toEqual({
      ...untouched(loaded, afterMs),
      charge: movedCharge(loaded, { status: "IN_RECONCILIATION" }, afterMs),
    });
    expect(decide(inFlight({ ...since, status: "IN_RECONCILIATION" }), unknown, terms, afterMs)).toBeNull();
  });

  it.each([
    ["has ended", { status: "CANCELLED" }],
    ["waits for an operator", { reviewReason: "AMOUNT_MISMATCH" }],
  ] as const)("means nothing when the charge %s", (_name, fields) => {
    expect(decide(inFlight(fields), unknown)).toBeNull();
    expect(decide(inFlight({ ...fields, unknownSinceMs: 0 }), unknown)).toBeNull();
  });
});

describe("failed", () => {
  const failed: PaymentOutcome = { kind: "failed", failureCode: "INSUFFICIENT_FUNDS", providerCode: "51" };
  const failureCode = "INSUFFICIENT_FUNDS";
  const failedCharge = (loaded: LoadedCharge) =>
    movedCharge(loaded, {
      status: "FAILED",
      failureCode,
      providerCode: "51",
      nextStep: null,
      unknownSinceMs: null,
      failedAtMs: LATER_MS,
    });
  const attemptFailed = { type: "payment.failed", subject: "charge" };
  const sessionFailed = { type: "checkout.session.failed", subject: "session" };

  it("lets the payer try again while attempts and time are left", () => {
    const loaded = inFlight({ nextStep: redirect, unknownSinceMs: NOW_MS });
    const base = untouched(loaded);
    expect(decide(loaded, failed)).toEqual({
      ...base,
      session: { ...base.session, status: "FAILED", failureCode, retryable: true, eventSequence: 3 },
      charge: failedCharge(loaded),
      intent: movedIntent(loaded, { status: "REQUIRES_PAYMENT_METHOD", failureCode }),
      events: [attemptFailed],
      checkAtMs: null,
    });
  });

  it.each([
    ["after the last attempt", { attemptCount: 5 }],
    ["at the instant the time is over", { expiresAtMs: LATER_MS }],
  ])("is final %s", (_name, fields) => {
    const loaded = inFlight({}, fields);
    const base = untouched(loaded);
    expect(decide(loaded, failed)).toEqual({
      ...base,
      session: { ...base.session, status: "FAILED", failureCode, retryable: false, eventSequence: 4 },
      charge: failedCharge(loaded),
      intent: movedIntent(loaded, { status: "FAILED", failureCode }),
      events: [attemptFailed, sessionFailed],
      checkAtMs: null,
    });
  });

  it("can be tried again a millisecond before the end", () => {
    expect(decide(inFlight({}, { expiresAtMs: LATER_MS + 1 }), failed)?.session.retryable).toBe(true);
  });

  it("of an attempt that the session has left behind changes the charge alone", () => {
    const loaded = inFlight({ id: olderChargeId });
    expect(decide(loaded, failed)).toEqual({
      ...untouched(loaded),
      charge: failedCharge(loaded),
      checkAtMs: null,
    });
  });

  it("gives the use of the payment link back", () => {
    const loaded = inFlight({}, { paymentLinkId: linkId });
    expect(decide(loaded, failed)?.linkUse).toBe("release");
    expect(decide(inFlight(), failed)?.linkUse).toBe("none");
  });

  it("creates no session event for a payment without a session", () => {
    const guard = FIRST_GUARD_ID as Id<"checkoutSession">;
    const loaded = inFlight({}, { id: guard, attemptCount: 5 });
    const change = decide(loaded, failed);
    expect(change?.events).toEqual([attemptFailed]);
    expect(change?.session.eventSequence).toBe(3);
  });

  it.each([
    ["has ended", { status: "FAILED" }],
    ["has paid", { status: "SUCCEEDED" }],
    ["waits for an operator", { reviewReason: "AMOUNT_MISMATCH" }],
  ] as const)("means nothing when the charge %s", (_name, fields) => {
    expect(decide(inFlight(fields), failed)).toBeNull();
  });
});

describe("succeeded", () => {
  const succeeded = (minor = 1_000n, currency: CurrencyCode = "XOF"): PaymentOutcome => ({
    kind: "succeeded",
    transactionId: "TX1",
    amount: money(minor, currency),
  });
  const paidFields = {
    status: "SUCCEEDED",
    failureCode: null,
    providerTransactionId: "TX1",
    nextStep: null,
    unknownSinceMs: null,
    succeededAtMs: LATER_MS,
  } as const;
  const accountOf = ({ charge }: LoadedCharge): string => {
    if (charge.providerAccountId === null) throw new Error("a sent charge has an account");
    return charge.providerAccountId;
  };

  /** What pays the session. */
  const payment = (loaded: LoadedCharge, late: boolean) => {
    const charge = movedCharge(loaded, { ...paidFields, late, pays: true, fee: 15n });
    const base = untouched(loaded);
    return {
      ...base,
      session: {
        ...base.session,
        status: "SUCCEEDED",
        chargeId: charge.id,
        failureCode: null,
        retryable: false,
        paidLate: late,
        completedAtMs: LATER_MS,
        eventSequence: 4,
      },
      charge,
      intent: movedIntent(loaded, {
        status: "SUCCEEDED",
        amountReceived: 1_000n,
        latestChargeId: charge.id,
        failureCode: null,
        succeededAtMs: LATER_MS,
      }),
      posting: chargePosting(charge, accountOf(loaded), "available"),
      events: [
        { type: "payment.succeeded", subject: "charge" },
        { type: "checkout.session.completed", subject: "session" },
      ],
      checkAtMs: null,
    };
  };

  it("pays the session: money, states and events together", () => {
    const loaded = inFlight({ nextStep: redirect, unknownSinceMs: NOW_MS, failureCode: "UNKNOWN" });
    expect(decide(loaded, succeeded())).toEqual(payment(loaded, false));
  });

  it("leaves money pending for as long as the merchant's terms say", () => {
    const loaded = inFlight();
    const change = decide(loaded, succeeded(), { fee: 15n, settlementDelaySeconds: 60 });
    expect(change?.settlesAtMs).toBe(LATER_MS + 60_000);
    expect(change?.posting).toEqual(
      chargePosting({ ...payment(loaded, false).charge }, accountOf(loaded), "pending"),
    );
    expect(decide(inFlight(), succeeded())?.settlesAtMs).toBeNull();
  });

  it("adds what the provider says of the means that paid", () => {
    const outcome = { ...succeeded(), method: { brand: "VISA", last4: "4242" } } as PaymentOutcome;
    expect(decide(inFlight(), outcome)?.charge?.methodDetails).toEqual({
      operator: "ORANGE",
      countryCode: "CI",
      brand: "VISA",
      last4: "4242",
    });
  });

  it("counts the use of the payment link: the reserved one, or one more when the money is late", () => {
    const linked = { paymentLinkId: linkId };
    expect(decide(inFlight({}, linked), succeeded())?.linkUse).toBe("consume_reserved");
    const late = inFlight({ status: "FAILED" }, { ...linked, status: "EXPIRED" });
    expect(decide(late, succeeded())?.linkUse).toBe("consume");
    expect(decide(inFlight(), succeeded())?.linkUse).toBe("none");
  });

  it("late money that is accepted pays a session that had ended", () => {
    const loaded = inFlight({ status: "FAILED" }, { status: "EXPIRED" });
    expect(decide(loaded, succeeded())).toEqual(payment(loaded, true));
  });

  /** What is booked as held. */
  const held = (loaded: LoadedCharge, fields: Partial<Charge>) => {
    const charge = movedCharge(loaded, { ...paidFields, ...fields });
    return {
      ...untouched(loaded),
      charge,
      posting: heldPosting(charge, accountOf(loaded), 1_000n),
      checkAtMs: null,
    };
  };

  it("is held and goes back when the session is paid already", () => {
    const loaded = inFlight({ id: olderChargeId }, { status: "SUCCEEDED" });
    expect(decide(loaded, succeeded())).toEqual({
      ...held(loaded, { late: false, duplicate: true }),
      refund: { chargeId: olderChargeId, reason: "DUPLICATE" },
    });
  });

  it("late money goes back or waits for an operator, as the session's policy says", () => {
    const lateWith = (latePaymentPolicy: "REFUND" | "REVIEW") =>
      inFlight({ status: "FAILED" }, { status: "EXPIRED", latePaymentPolicy });
    const returned = lateWith("REFUND");
    expect(decide(returned, succeeded())).toEqual({
      ...held(returned, { late: true }),
      refund: { chargeId: currentChargeId, reason: "LATE_PAYMENT" },
    });
    const reviewed = lateWith("REVIEW");
    expect(decide(reviewed, succeeded())).toEqual(
      held(reviewed, { late: true, reviewReason: "LATE_PAYMENT" }),
    );
  });

  it.each(["REFUND", "REVIEW"] as const)(
    "in time, pays whatever the policy for late money is: %s",
    (policy) => {
      const loaded = inFlight({}, { latePaymentPolicy: policy });
      expect(decide(loaded, succeeded())).toEqual(payment(loaded, false));
    },
  );

  it("gives a reserved use of the link back when it is held", () => {
    const linked = { status: "SUCCEEDED", paymentLinkId: linkId } as const;
    expect(decide(inFlight({ id: olderChargeId }, linked), succeeded())?.linkUse).toBe("release");
    const late = inFlight({ id: olderChargeId, status: "FAILED" }, linked);
    expect(decide(late, succeeded())?.linkUse).toBe("none");
  });

  describe("with another amount", () => {
    it.each([999n, 1_001n])("is held, and waits for an operator: %s", (minor) => {
      const loaded = inFlight({ unknownSinceMs: NOW_MS });
      expect(decide(loaded, succeeded(minor))).toEqual({
        ...untouched(loaded),
        charge: movedCharge(loaded, {
          status: "IN_RECONCILIATION",
          amountConfirmed: minor,
          providerTransactionId: "TX1",
          reviewReason: "AMOUNT_MISMATCH",
          late: false,
        }),
        posting: heldPosting(loaded.charge, accountOf(loaded), minor),
        checkAtMs: null,
      });
    });

    it("in another currency is not booked", () => {
      const change = decide(inFlight(), succeeded(1_000n, "XAF"));
      expect(change?.posting).toBeNull();
      expect(change?.charge?.reviewReason).toBe("AMOUNT_MISMATCH");
    });

    it("of an attempt that had ended keeps its status, and is late", () => {
      const loaded = inFlight({ status: "FAILED" }, { status: "EXPIRED" });
      expect(decide(loaded, succeeded(999n))?.charge).toMatchObject({ status: "FAILED", late: true });
    });

    it("is booked for a charge that was sent, never for another", () => {
      expect(decide(inFlight({ providerAccountId: null }), succeeded(999n))).toBeNull();
    });
  });

  it.each([
    ["has paid", { status: "SUCCEEDED" }],
    ["waits for an operator", { reviewReason: "AMOUNT_MISMATCH" }],
    ["was decided by an operator", { amountConfirmed: 999n }],
  ] as const)("means nothing when the charge %s", (_name, fields) => {
    expect(decide(inFlight(fields), succeeded())).toBeNull();
    expect(decide(inFlight(fields), succeeded(999n))).toBeNull();
  });

  it("is booked for a charge that was sent, never for another", () => {
    expect(decide(inFlight({ providerAccountId: null }), succeeded())).toBeNull();
    const paid = inFlight({ id: olderChargeId, providerAccountId: null }, { status: "SUCCEEDED" });
    expect(decide(paid, succeeded())).toBeNull();
  });
});
