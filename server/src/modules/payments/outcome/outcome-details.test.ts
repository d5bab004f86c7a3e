import { describe, expect, it } from "vitest";
import { walletDelta } from "../../ledger/index.ts";
import type { ChargeStatus } from "../states.ts";
import {
  currentChargeId,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
  olderChargeId,
  outcomes,
  polls,
  redirects,
} from "../testing/test-fixtures.ts";
import { decideOutcome, type LoadedCharge } from "./decide-outcome.ts";
import { RECONCILIATION_AFTER_MS } from "./outcome-policy.ts";

const FEE = 15n;
const terms = { fee: FEE, settlementDelaySeconds: 0 };
const processing = (fields: Parameters<typeof makeSession>[0] = {}, charge = {}): LoadedCharge => {
  const session = makeSession({
    status: "PROCESSING",
    attemptCount: 1,
    chargeId: currentChargeId,
    eventSequence: 1,
    version: 2,
    ...fields,
  });
  return { session, intent: makeIntent(session), charge: makeCharge(session, charge) };
};

describe("a failure", () => {
  const cases = [
    { when: "attempts and time are left", attemptCount: 1, atMs: NOW_MS, retryable: true },
    { when: "it was the last attempt", attemptCount: 5, atMs: NOW_MS, retryable: false },
    { when: "the time is over", attemptCount: 1, atMs: NOW_MS + 1_800_000, retryable: false },
  ];
  it.each(cases)("is retryable $retryable when $when", ({ attemptCount, atMs, retryable }) => {
    const change = decideOutcome(processing({ attemptCount }), outcomes.failed, terms, atMs);
    expect(change?.session).toMatchObject({
      status: "FAILED",
      retryable,
      failureCode: "INSUFFICIENT_FUNDS",
      chargeId: currentChargeId,
      eventSequence: retryable ? 2 : 3,
    });
    expect(change?.intent).toMatchObject({
      status: retryable ? "REQUIRES_PAYMENT_METHOD" : "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
    });
    expect(change?.charge).toMatchObject({
      failureCode: "INSUFFICIENT_FUNDS",
      providerCode: "51",
      failedAtMs: atMs,
      nextStep: null,
      unknownSinceMs: null,
    });
    expect(change?.events.map(({ type }) => type)).toEqual(
      retryable ? ["payment.failed"] : ["payment.failed", "checkout.session.failed"],
    );
  });
});

describe("a success", () => {
  const paidWith = (settlementDelaySeconds: number) =>
    decideOutcome(
      processing({}, { unknownSinceMs: NOW_MS, nextStep: polls }),
      { ...outcomes.paid, method: { brand: "VISA", last4: "4242" } },
      { fee: FEE, settlementDelaySeconds },
      NOW_MS + 7,
    );

  it("moves session, intent and charge together", () => {
    const change = paidWith(0);
    expect(change?.session).toMatchObject({
      status: "SUCCEEDED",
      chargeId: currentChargeId,
      completedAtMs: NOW_MS + 7,
      failureCode: null,
      retryable: false,
      paidLate: false,
    });
    expect(change?.intent).toMatchObject({
      status: "SUCCEEDED",
      amountReceived: 1_000n,
      latestChargeId: currentChargeId,
      succeededAtMs: NOW_MS + 7,
    });
    expect(change?.charge).toMatchObject({
      status: "SUCCEEDED",
      fee: FEE,
      providerTransactionId: "MP1",
      methodDetails: { operator: "ORANGE", countryCode: "CI", brand: "VISA", last4: "4242" },
      succeededAtMs: NOW_MS + 7,
      nextStep: null,
      unknownSinceMs: null,
    });
  });

  it("is available at once without a settlement delay, and pending until it is over with one", () => {
    const atOnce = paidWith(0);
    expect(atOnce?.settlesAtMs).toBeNull();
    expect(walletDelta(atOnce?.posting?.transfers ?? [])).toMatchObject({ available: 985n, pending: 0n });
    const later = paidWith(3_600);
    expect(later?.settlesAtMs).toBe(NOW_MS + 7 + 3_600_000);
    expect(walletDelta(later?.posting?.transfers ?? [])).toMatchObject({ available: 0n, pending: 985n });
  });

  it("of an earlier attempt pays while a later one is under way, and the later one is then the duplicate", () => {
    const loaded = processing({ attemptCount: 2 });
    const older = makeCharge(loaded.session, { id: olderChargeId, status: "FAILED" });
    const first = decideOutcome({ ...loaded, charge: older }, outcomes.paid, terms, NOW_MS);
    expect(first?.session).toMatchObject({ status: "SUCCEEDED", chargeId: olderChargeId, paidLate: true });
    if (first?.intent === null || first === null) throw new Error("the payment moves the intent");
    const second = decideOutcome(
      { session: first.session, intent: first.intent, charge: loaded.charge },
      outcomes.paid,
      terms,
      NOW_MS,
    );
    expect(second?.session.status).toBe("SUCCEEDED");
    expect(walletDelta(second?.posting?.transfers ?? [])).toMatchObject({ available: 0n, held: 1_000n });
    expect(second?.refund).toMatchObject({ reason: "DUPLICATE" });
    expect(second?.intent).toBeNull();
  });

  it("of an attempt that was never sent books no money", () => {
    const never = { providerAccountId: null, provider: null };
    for (const word of ["paid", "paid_less"] as const) {
      for (const status of ["PENDING", "FAILED"] as const) {
        const loaded = processing({}, { ...never, status });
        expect(decideOutcome(loaded, outcomes[word], terms, NOW_MS)).toBeNull();
      }
    }
  });
});

describe("a pending answer", () => {
  it("that repeats what is known changes nothing", () => {
    const known = processing({}, { status: "REQUIRES_ACTION", nextStep: redirects });
    expect(decideOutcome(known, outcomes.asks_payer, terms, NOW_MS)).toBeNull();
    const working = processing({}, { status: "PROCESSING", nextStep: polls });
    expect(decideOutcome(working, outcomes.works, terms, NOW_MS)).toBeNull();
  });

  it("that follows a silence ends it", () => {
    const silent = processing({}, { status: "PROCESSING", nextStep: polls, unknownSinceMs: NOW_MS });
    const change = decideOutcome(silent, outcomes.works, terms, NOW_MS + 1);
    expect(change?.charge).toMatchObject({ status: "PROCESSING", unknownSinceMs: null });
  });

  it("with transfer instructions waits for the payer", () => {
    const instructions = {
      bankName: "B",
      accountHolder: "A",
      iban: "CI93",
      bic: "X",
      reference: "R",
      amount: "1000",
      currency: "XOF",
      expiresAt: null,
    };
    const outcome = {
      kind: "pending",
      nextStep: { kind: "POLL", pollAfterMs: 5_000, instructions },
    } as const;
    const change = decideOutcome(processing(), outcome, terms, NOW_MS);
    expect(change?.charge).toMatchObject({ status: "REQUIRES_ACTION" });
    expect(change?.intent).toMatchObject({ status: "REQUIRES_ACTION" });
  });
});

describe("an unknown outcome", () => {
  const silentFor = (ms: number, status: ChargeStatus = "PROCESSING") =>
    decideOutcome(processing({}, { status, unknownSinceMs: NOW_MS }), outcomes.unknown, terms, NOW_MS + ms);

  it("is noted once, with its first moment", () => {
    const change = decideOutcome(processing(), outcomes.unknown, terms, NOW_MS + 3);
    expect(change?.charge).toMatchObject({ status: "PENDING", unknownSinceMs: NOW_MS + 3 });
    expect(silentFor(RECONCILIATION_AFTER_MS - 1)).toBeNull();
  });

  it("is IN_RECONCILIATION after 15 minutes, written down once", () => {
    expect(silentFor(RECONCILIATION_AFTER_MS)?.charge).toMatchObject({ status: "IN_RECONCILIATION" });
    expect(silentFor(RECONCILIATION_AFTER_MS * 2, "IN_RECONCILIATION")).toBeNull();
  });

  it("is still asked about afterwards", () => {
    expect(silentFor(RECONCILIATION_AFTER_MS)?.checkAtMs).toBeUndefined();
  });
});
