import { describe, expect, it } from "vitest";
import { decideAttempt } from "./decide-attempt.ts";
import { sessionStatuses } from "./states.ts";
import { linkId, makeAttempt, makeCharge, makeIntent, makeSession, NOW_MS } from "./test-fixtures.ts";
import type { CheckoutSession, LoadedSession } from "./types.ts";

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
    // Asked about even when this process dies before the answer; never when nobody was asked.
    expect(change.checkAtMs).toBe(route === null ? undefined : NOW_MS + 5 + 12_000);
    expect([change.posting, change.settlesAtMs, change.refund]).toEqual([null, null, null]);
  });

  it.each(sessionStatuses.filter((status) => status !== "OPEN" && status !== "FAILED"))(
    "is an assertion on a session that is %s: the caller has judged before",
    (status) => {
      const before = loaded({ status, attemptCount: 1 });
      expect(() => decideAttempt(before, makeAttempt(), NOW_MS)).toThrow("session is payable");
    },
  );

  it("is an assertion on a final failure: its intent takes none", () => {
    const before = loaded({ status: "FAILED", attemptCount: 5, retryable: false });
    expect(() => decideAttempt(before, makeAttempt(), NOW_MS)).toThrow("intent takes an attempt");
  });
});
