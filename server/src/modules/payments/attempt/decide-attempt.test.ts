import { describe, expect, it } from "vitest";
import { guardIdOf } from "../../../kit/guard-id.ts";
import { sessionStatuses } from "../session/states.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import {
  linkId,
  makeAttempt,
  makeCharge,
  makeIntent,
  makeSession,
  NOW_MS,
} from "../testing/test-fixtures.ts";
import { decideAttempt, decideOpening } from "./decide-attempt.ts";

function loaded(fields: Partial<CheckoutSession>): LoadedSession {
  const session = makeSession(fields);
  if (session.attemptCount === 0) return { session, intent: null, charge: null };
  const charge = makeCharge(session, { status: "FAILED" });
  return { session: { ...session, chargeId: charge.id }, intent: makeIntent(session), charge };
}

const startable = [
  ["OPEN, the first attempt", { status: "OPEN" }],
  ["FAILED with attempts left", { status: "FAILED", attemptCount: 1, failureCode: "INSUFFICIENT_FUNDS" }],
] as const;
const routes = [
  ["sent to a provider", makeAttempt().route],
  ["refused by our own rules", null],
] as const;
const links = [
  ["without a link", null],
  ["by a link", linkId],
] as const;
const cells = startable.flatMap(([state, fields]) =>
  routes.flatMap(([sent, route]) =>
    links.map(([by, paymentLinkId]) => ({ state, fields, sent, route, by, paymentLinkId })),
  ),
);

describe("an attempt", () => {
  it.each(cells)("starts from $state, $sent, $by", ({ fields, route, paymentLinkId }) => {
    const before = loaded({ ...fields, paymentLinkId, eventSequence: 3, version: 6 });
    const attempt = makeAttempt({ route });
    const change = decideAttempt(before, attempt, NOW_MS + 5);
    const attemptNumber = before.session.attemptCount + 1;

    expect(change.session).toEqual({
      ...before.session,
      status: "PROCESSING",
      attemptCount: attemptNumber,
      chargeId: attempt.chargeId,
      failureCode: null,
      eventSequence: 4,
      version: 7,
      updatedAtMs: NOW_MS + 5,
    });
    expect(change.events).toEqual([{ type: "payment.processing", subject: "charge" }]);
    expect(change.charge).toMatchObject({
      id: attempt.chargeId,
      status: "PENDING",
      attemptNumber,
      amount: before.session.amount,
      currency: before.session.currency,
      fee: 0n,
      pays: false,
      requestFingerprint: attempt.requestFingerprint,
      providerAccountId: route?.providerAccountId ?? null,
      paymentLinkId,
      version: 1,
    });
    expect(change.intent).toMatchObject({
      id: before.session.paymentIntentId,
      status: "PROCESSING",
      latestChargeId: attempt.chargeId,
      chargeIds: [...(before.intent?.chargeIds ?? []), attempt.chargeId],
      amountReceived: 0n,
      version: before.intent === null ? 1 : before.intent.version + 1,
    });
    expect(change.linkUse).toBe(paymentLinkId === null ? "none" : "reserve");
    // Queried even when this process dies before the answer; never when no provider was called.
    expect(change.checkAtMs).toBe(route === null ? undefined : NOW_MS + 5 + 2_000);
    expect([change.posting, change.settlesAtMs, change.refund]).toEqual([null, null, null]);
  });

  it.each(sessionStatuses.filter((status) => status !== "OPEN" && status !== "FAILED"))(
    "is an assertion on a session that is %s: the caller has judged before",
    (status) => {
      const before = loaded({ status, attemptCount: 1 });
      expect(() => decideAttempt(before, makeAttempt(), NOW_MS)).toThrow("session is payable");
    },
  );

  it("after a final failure is an assertion error", () => {
    const before = loaded({ status: "FAILED", attemptCount: 5, retryable: false });
    expect(() => decideAttempt(before, makeAttempt(), NOW_MS)).toThrow("intent takes an attempt");
  });
});

describe("a payment without a session", () => {
  const session = makeSession();
  const guard = { ...session, id: guardIdOf(session.paymentIntentId) };

  it("opens with its intent, which ends at its own time without an event", () => {
    const change = decideOpening(guard, null, NOW_MS);
    expect(change.intent).toMatchObject({
      id: guard.paymentIntentId,
      sessionId: guard.id,
      status: "REQUIRES_PAYMENT_METHOD",
      chargeIds: [],
      expiresAtMs: guard.expiresAtMs,
      version: 1,
    });
    expect([change.charge, change.posting, change.events]).toEqual([null, null, []]);
    expect(change.session).toEqual({ ...guard, version: 2, updatedAtMs: NOW_MS });
  });

  it("opens with its first attempt, as a session's", () => {
    const attempt = makeAttempt();
    const change = decideOpening(guard, attempt, NOW_MS);
    const inSession = decideAttempt({ session, intent: null, charge: null }, attempt, NOW_MS);
    expect(change.events).toEqual(inSession.events);
    expect(change.checkAtMs).toBe(inSession.checkAtMs);
    expect(change.charge).toEqual({ ...inSession.charge, sessionId: guard.id });
    expect(change.intent).toEqual({
      ...inSession.intent,
      sessionId: guard.id,
      expiresAtMs: guard.expiresAtMs,
    });
    expect(inSession.intent?.expiresAtMs).toBeNull();
  });
});
