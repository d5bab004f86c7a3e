import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testSeed } from "../../../../test/harness/seed.ts";
import { guardIdOf, isGuardId } from "../../../kit/guard-id.ts";
import { walletDelta } from "../../ledger/index.ts";
import { decideAttempt } from "../attempt/decide-attempt.ts";
import type { SessionChange } from "../change/change.ts";
import { decideCancel, decideExpiry } from "../change/decide-end.ts";
import { decideLeave } from "../change/decide-leave.ts";
import { decideOutcome, type LoadedCharge } from "../outcome/decide-outcome.ts";
import { judgeComplete } from "../session/rules.ts";
import { sessionStatuses } from "../session/states.ts";
import { latePaymentPolicies } from "../session/types.ts";
import { chargeStatuses, nextChargeStatus } from "../states.ts";
import {
  allSays,
  currentChargeId,
  linkId,
  makeAttempt,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
  olderChargeId,
  outcomes,
  polls,
  redirects,
} from "./test-fixtures.ts";

/**
 * Any state, including states that no history reaches: a rule that relies on the rest of the program is not the last
 * defence.
 */
const seed = testSeed();
const RUNS = 20_000;

const anyTime = fc.integer({ min: -3_600_000, max: 7_200_000 }).map((ms) => NOW_MS + ms);

const anySession = fc
  .record({
    // A session's id, or that of a guard without a session.
    id: fc.constantFrom(makeSession().id, guardIdOf(makeSession().paymentIntentId)),
    status: fc.constantFrom(...sessionStatuses),
    latePaymentPolicy: fc.constantFrom(...latePaymentPolicies),
    attemptCount: fc.integer({ min: 0, max: 10 }),
    maxAttempts: fc.integer({ min: 1, max: 10 }),
    retryable: fc.boolean(),
    paymentLinkId: fc.constantFrom(null, linkId),
    eventSequence: fc.nat(50),
    version: fc.integer({ min: 1, max: 99 }),
    chargeId: fc.constantFrom(currentChargeId, olderChargeId),
  })
  .map(makeSession);

const anyLoaded: fc.Arbitrary<LoadedCharge> = anySession.chain((session) =>
  fc
    .record({
      status: fc.constantFrom(...chargeStatuses),
      reviewReason: fc.constantFrom(null, null, "AMOUNT_MISMATCH" as const, "LATE_PAYMENT" as const),
      unknownSinceMs: fc.option(anyTime),
      supersededAtMs: fc.option(anyTime),
      nextStep: fc.constantFrom(null, polls, redirects),
      providerAccountId: fc.constantFrom(makeCharge(session).providerAccountId, null),
      version: fc.integer({ min: 1, max: 99 }),
    })
    .map((fields) => ({ session, intent: makeIntent(session), charge: makeCharge(session, fields) })),
);

const anyOutcome = fc.oneof(
  fc.constantFrom(...allSays).map((says) => outcomes[says]),
  fc.bigInt({ min: 0n, max: 10n ** 15n }).map((minor) => ({
    kind: "succeeded" as const,
    transactionId: "MP2",
    amount: { minor, currency: "XOF" as const },
  })),
);
const anyTerms = fc.record({
  fee: fc.bigInt({ min: 0n, max: 1_000n }),
  settlementDelaySeconds: fc.constantFrom(0, 60, 86_400),
});

function holdsForEveryChange(change: SessionChange): void {
  const { before, session, charge, intent, events } = change;
  expect(session.version).toBe(before.session.version + 1);
  expect(session.eventSequence).toBe(before.session.eventSequence + events.length);
  // The identity and the terms of the payment never change.
  expect([session.id, session.amount, session.currency, session.maxAttempts, session.expiresAtMs]).toEqual([
    before.session.id,
    before.session.amount,
    before.session.currency,
    before.session.maxAttempts,
    before.session.expiresAtMs,
  ]);
  if (before.session.status === "SUCCEEDED") {
    const { version, updatedAtMs, ...rest } = session;
    const { version: _version, updatedAtMs: _updatedAtMs, ...was } = before.session;
    expect(rest).toEqual(was);
    expect(intent?.status ?? "SUCCEEDED").toBe("SUCCEEDED");
  }
  if (charge !== null && before.charge !== null && charge.id === before.charge.id) {
    expect(charge.version).toBe(before.charge.version + 1);
    expect(charge.amount).toBe(before.charge.amount);
  }
  if (intent !== null && before.intent !== null) expect(intent.version).toBe(before.intent.version + 1);
  if (isGuardId(session.id)) {
    expect(events.map(({ subject }) => subject)).not.toContain("session");
  }
  // Two slots for events and two for transfers: the statement has no more.
  expect(events.length).toBeLessThanOrEqual(2);
  expect(change.posting?.transfers.length ?? 0).toBeLessThanOrEqual(2);
}

const check = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void =>
  fc.assert(property, { seed, numRuns: RUNS });

describe(`whatever the state (seed ${seed}, ${RUNS} runs each)`, () => {
  it("an outcome moves one version on, numbers its events without a gap, and never moves a paid session", () => {
    check(
      fc.property(anyLoaded, anyOutcome, anyTerms, anyTime, (loaded, outcome, terms, nowMs) => {
        const change = decideOutcome(loaded, outcome, terms, nowMs);
        if (change !== null) holdsForEveryChange(change);
      }),
    );
  });

  it("money is booked on a success only, all of what came, and no balance goes down", () => {
    check(
      fc.property(anyLoaded, anyOutcome, anyTerms, anyTime, (loaded, outcome, terms, nowMs) => {
        const change = decideOutcome(loaded, outcome, terms, nowMs);
        const posting = change?.posting ?? null;
        if (posting === null) return;
        expect(outcome.kind).toBe("succeeded");
        const delta = walletDelta(posting.transfers);
        for (const balance of Object.values(delta)) expect(balance).toBeGreaterThanOrEqual(0n);
        const fees = posting.transfers.reduce(
          (sum, { to, amount }) => (to === "fees" ? sum + amount : sum),
          0n,
        );
        const total = delta.available + delta.pending + delta.held + delta.reserved + fees;
        if (outcome.kind === "succeeded") expect(total).toBe(outcome.amount.minor);
        expect(posting.sourceId).toBe(loaded.charge.id);
        expect(posting.currency).toBe(loaded.session.currency);
        // Held money or paid money, never both.
        expect(delta.held === 0n || delta.available + delta.pending === 0n).toBe(true);
        expect(change?.settlesAtMs === null).toBe(
          delta.held > 0n ||
            terms.settlementDelaySeconds === 0 ||
            outcome.kind !== "succeeded" ||
            total === 0n,
        );
      }),
    );
  });

  it("the same outcome a second time books no money and creates no event", () => {
    check(
      fc.property(anyLoaded, anyOutcome, anyTerms, anyTime, (loaded, outcome, terms, nowMs) => {
        const change = decideOutcome(loaded, outcome, terms, nowMs);
        if (change === null) return;
        const after = {
          session: change.session,
          intent: change.intent ?? loaded.intent,
          charge: change.charge ?? loaded.charge,
        };
        const again = decideOutcome(after, outcome, terms, nowMs);
        expect(again?.posting ?? null).toBeNull();
        expect(again?.events ?? []).toEqual([]);
        expect(again?.refund ?? null).toBeNull();
        expect(again?.linkUse ?? "none").toBe("none");
      }),
    );
  });

  it("a charge moves only where its state table leads", () => {
    const events = ["require_action", "process", "reconcile", "succeed", "fail", "cancel"] as const;
    check(
      fc.property(anyLoaded, anyOutcome, anyTerms, anyTime, (loaded, outcome, terms, nowMs) => {
        const to = decideOutcome(loaded, outcome, terms, nowMs)?.charge?.status ?? loaded.charge.status;
        const from = loaded.charge.status;
        const allowed = [from, ...events.map((event) => nextChargeStatus(from, event))];
        expect(allowed).toContain(to);
      }),
    );
  });

  it("money goes back or waits for a person whenever it is held, and never when it pays", () => {
    check(
      fc.property(anyLoaded, anyOutcome, anyTerms, anyTime, (loaded, outcome, terms, nowMs) => {
        const change = decideOutcome(loaded, outcome, terms, nowMs);
        if (change?.posting === null || change === null) return;
        const { charge, refund } = change;
        const held = walletDelta(change.posting.transfers).held > 0n;
        const somebodyActs = refund !== null || (charge?.reviewReason ?? null) !== null;
        if (held) expect(somebodyActs).toBe(true);
        if (charge?.pays === true) expect([held, somebodyActs]).toEqual([false, false]);
        if (refund !== null) expect([held, refund.chargeId]).toEqual([true, charge?.id]);
      }),
    );
  });

  it("leaving an attempt books nothing, tells nobody, and lets another one start at once", () => {
    check(
      fc.property(anyLoaded, anyTime, (loaded, nowMs) => {
        const change = decideLeave(loaded, nowMs);
        if (change === null) return;
        holdsForEveryChange(change);
        expect([change.posting, change.refund, change.events]).toEqual([null, null, []]);
        expect(change.charge).toMatchObject({ status: loaded.charge.status, supersededAtMs: nowMs });
        expect(change.checkAtMs, "its provider is still asked").toBeUndefined();
        const after = { session: change.session, intent: change.intent, charge: change.charge };
        expect(judgeComplete(after.session, Buffer.from("a"), Buffer.from("a"), nowMs)).toEqual({
          kind: "start",
        });
        expect(decideLeave(after, nowMs)).toBeNull();
      }),
    );
  });

  it("an attempt that was judged startable starts; an ended session stays ended", () => {
    check(
      fc.property(anySession, fc.boolean(), anyTime, (session, sent, nowMs) => {
        const isFirst = session.attemptCount === 0 || session.status === "OPEN";
        const before = { session, intent: isFirst ? null : makeIntent(session), charge: null };
        const verdict = judgeComplete(session, null, Buffer.from("a"), nowMs);
        if (verdict.kind === "start") {
          const change = decideAttempt(before, makeAttempt(sent ? {} : { route: null }), nowMs);
          holdsForEveryChange(change);
          expect(change.posting).toBeNull();
        }
        for (const change of [decideExpiry(before, nowMs), decideCancel(before, nowMs)]) {
          if (change === null) continue;
          holdsForEveryChange(change);
          expect(["OPEN", "FAILED"]).toContain(session.status);
          expect([change.posting, change.charge, change.refund]).toEqual([null, null, null]);
        }
      }),
    );
  });
});
