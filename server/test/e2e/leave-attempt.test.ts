import { describe, expect, it } from "vitest";
import { type PayerWorld, usePayerWorld } from "../harness/payer-world.ts";
import { mtn } from "../simulation/payer.ts";

/** A payer who leaves an attempt, and what becomes of its money. */
let test: PayerWorld["test"];
let payer: PayerWorld["payer"];
let wire: PayerWorld["wire"];
usePayerWorld((world) => {
  ({ test, payer, wire } = world);
});

const MINUTE_MS = 60_000;
/** 5 000 F less 1.5 %. */
const NET = 4_925;
const NEVER_PAYS = "129";
const PAYS = "789";
const PAYS_AFTER_5_MIN = "369";
const NEVER_ANSWERED = "239";

const leave = (id: string) => test.request("POST", `/checkout/pay/${id}/leave`, { apiKey: null });

/** An attempt under way that the payer leaves, while the provider cannot be reached to cancel it. */
async function leaveUncancelled(terms: Readonly<Record<string, unknown>> = {}, suffix = PAYS_AFTER_5_MIN) {
  const session = await payer.newSession(terms);
  const { data } = (await payer.complete(session.id, mtn(suffix))).body;
  expect(data.status).toBe("PROCESSING");
  wire.keepsAll = true;
  const left = await leave(session.id);
  expect([left.status, left.body.data.status]).toEqual([200, "OPEN"]);
  return {
    id: session.id as string,
    chargeId: data.chargeId as string,
    intentId: data.paymentIntentId as string,
  };
}

describe("an attempt that the provider cancels", () => {
  it("has failed, takes no money, and another way pays", async () => {
    const session = await payer.newSession();
    const { data } = (await payer.complete(session.id, mtn(NEVER_PAYS))).body;
    expect((await leave(session.id)).body.data).toMatchObject({
      status: "FAILED",
      failureCode: "PAYMENT_CANCELLED",
      retryable: true,
      attemptsRemaining: 4,
    });
    await payer.complete(session.id, mtn(PAYS));
    await test.advance(3_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
    expect(await payer.taken(data.chargeId)).toEqual([]);
  });
});

describe("an attempt that the provider does not cancel", () => {
  it("is refunded by itself when another way has paid", async () => {
    const before = { ...(await payer.wallet()), refunded: await payer.refunded() };
    const { id, chargeId, intentId } = await leaveUncancelled();
    // Nothing is asked of the payer any more.
    expect(await payer.status(id)).toMatchObject({ nextStep: null, actionUrl: null });
    expect(await payer.intent(intentId)).toMatchObject({ status: "REQUIRES_PAYMENT_METHOD", nextStep: null });
    const second = (await payer.complete(id, mtn(PAYS, 2))).body.data;
    await test.advance(3_000);
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId: second.chargeId });
    await test.advance(6 * MINUTE_MS, 30_000);
    expect(await payer.attempts(id)).toMatchObject([
      { id: chargeId, status: "SUCCEEDED", duplicate: true, superseded: true, refundStatus: "FULL" },
      { id: second.chargeId, status: "SUCCEEDED", duplicate: false, superseded: false, refundStatus: "NONE" },
    ]);
    expect([await payer.taken(chargeId), await payer.taken(second.chargeId)]).toEqual([[5000], [5000]]);
    expect((await payer.refunded()) - before.refunded).toBe(5000);
    const after = await payer.wallet();
    expect([after.balance - before.balance, after.held]).toEqual([NET, before.held]);
    expect(await payer.events(intentId)).toEqual([
      ...["payment.processing", "payment.processing", "payment.succeeded", "checkout.session.completed"],
      "payment.duplicate_refunded",
    ]);
  });

  it("pays the session when nothing else has, whatever the policy for late money is", async () => {
    const before = await payer.wallet();
    const { id, chargeId } = await leaveUncancelled({ latePaymentPolicy: "REFUND" });
    await test.advance(6 * MINUTE_MS, 30_000);
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId, paidLate: false });
    expect(await payer.attempts(id)).toMatchObject([{ late: false, superseded: true, refundStatus: "NONE" }]);
    expect((await payer.wallet()).available - before.available).toBe(NET);
  });

  it("pays the session while another is under way, and the other's money goes back", async () => {
    const refunded = await payer.refunded();
    const { id, chargeId } = await leaveUncancelled();
    await test.advance(2 * MINUTE_MS, 30_000);
    const second = (await payer.complete(id, mtn(PAYS_AFTER_5_MIN, 2))).body.data;
    await test.advance(4 * MINUTE_MS, 30_000);
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId });
    await test.advance(3 * MINUTE_MS, 30_000);
    expect(await payer.attempts(id)).toMatchObject([
      { id: chargeId, refundStatus: "NONE" },
      { id: second.chargeId, duplicate: true, superseded: false, refundStatus: "FULL" },
    ]);
    expect((await payer.refunded()) - refunded).toBe(5000);
  });

  it.each([
    ["ACCEPT", "SUCCEEDED", "NONE"],
    ["REFUND", "EXPIRED", "FULL"],
  ])("comes late when the session has expired: %s", async (latePaymentPolicy, status, refundStatus) => {
    const expiresAt = new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString();
    const { id } = await leaveUncancelled({ latePaymentPolicy, expiresAt });
    await test.advance(6 * MINUTE_MS, 30_000);
    expect(await payer.status(id)).toMatchObject({ status, paidLate: status === "SUCCEEDED" });
    expect(await payer.attempts(id)).toMatchObject([{ status: "SUCCEEDED", late: true, refundStatus }]);
  });

  it("keeps a second request from the same phone for five minutes, and no other way", async () => {
    const { id, chargeId } = await leaveUncancelled({}, NEVER_PAYS);
    const again = await payer.complete(id, mtn(NEVER_PAYS));
    expect(again).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "CHECKOUT_SESSION_NOT_OPEN",
          details: { reason: "PROMPT_STILL_OPEN", failureCode: "PAYMENT_IN_PROGRESS", status: "OPEN" },
        },
      },
    });
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(290);
    await test.advance(5 * MINUTE_MS, 30_000);
    expect((await payer.complete(id, mtn(NEVER_PAYS))).body.data.status).toBe("PROCESSING");
    expect(await payer.attempts(id)).toMatchObject([
      { id: chargeId, status: "PROCESSING", superseded: true },
      { status: "PROCESSING", superseded: false },
    ]);
  });
});

describe("what is still open when another attempt has paid", () => {
  const cancelsOf = (chargeId: string) =>
    wire.asked.filter(({ kind, reference }) => kind === "cancel" && reference === payer.referenceOf(chargeId))
      .length;
  const linesOf = async (chargeId: string): Promise<readonly Record<string, string>[]> =>
    (await test.request("GET", `/payments/timelines/${chargeId}`)).body.data.entries;

  it("is cancelled at once at its provider, and its timeline says so", async () => {
    const refunded = await payer.refunded();
    const { id, chargeId } = await leaveUncancelled();
    // Long enough for the resolver to ask seldom.
    await test.advance(2 * MINUTE_MS, 30_000);
    wire.keepsAll = false;
    await payer.complete(id, mtn(PAYS, 2));
    await test.advance(3_000);
    expect((await payer.status(id)).status).toBe("SUCCEEDED");
    expect(await payer.attempts(id)).toMatchObject([
      { id: chargeId, status: "FAILED", failureCode: "PAYMENT_CANCELLED", superseded: true },
      { status: "SUCCEEDED" },
    ]);
    const lines = await linesOf(chargeId);
    const ofFirst = lines.filter(({ objectId }) => objectId === chargeId).map(({ text }) => text);
    expect(ofFirst.join("\n")).toMatch(/asked to cancel the payment: payment cancelled\./);
    await test.advance(6 * MINUTE_MS, 30_000);
    expect(await payer.taken(chargeId)).toEqual([]);
    expect(await payer.refunded()).toBe(refunded);
  });

  it("is cancelled also where the earlier attempt paid and the later one was under way", async () => {
    const { id } = await leaveUncancelled();
    await test.advance(4 * MINUTE_MS, 30_000);
    const second = (await payer.complete(id, mtn(PAYS_AFTER_5_MIN, 2))).body.data;
    wire.keepsAll = false;
    await test.advance(2 * MINUTE_MS, 30_000);
    expect(await payer.attempts(id)).toMatchObject([
      { status: "SUCCEEDED" },
      { id: second.chargeId, status: "FAILED", failureCode: "PAYMENT_CANCELLED" },
    ]);
    expect((await payer.status(id)).status).toBe("SUCCEEDED");
  });

  it("is asked about as before where its provider does not cancel, and never cancelled while nothing has paid", async () => {
    const { id, chargeId } = await leaveUncancelled({}, NEVER_PAYS);
    await test.advance(2 * MINUTE_MS, 30_000);
    expect(cancelsOf(chargeId)).toBe(1);
    await payer.complete(id, mtn(PAYS, 2));
    await test.advance(3_000);
    expect(cancelsOf(chargeId)).toBeGreaterThan(1);
    expect(await payer.attempts(id)).toMatchObject([{ status: "PROCESSING" }, { status: "SUCCEEDED" }]);
  });
});

describe("leaving", () => {
  it("changes nothing where no attempt is under way", async () => {
    const { id } = await payer.newSession();
    expect((await leave(id)).body.data).toMatchObject({ status: "OPEN", version: 1 });
    await payer.complete(id, mtn(PAYS));
    await test.advance(3_000);
    const paid = await payer.status(id);
    expect((await leave(id)).body.data).toEqual(paid);
  });

  it("is refused where no other attempt could follow", async () => {
    const { id } = await payer.newSession({ maxAttempts: 1 });
    await payer.complete(id, mtn(NEVER_PAYS));
    const before = await payer.status(id);
    expect(await leave(id)).toMatchObject({
      status: 409,
      body: { error: { code: "CHECKOUT_SESSION_NOT_OPEN", details: { reason: "ATTEMPTS_EXHAUSTED" } } },
    });
    expect(await payer.status(id)).toEqual(before);
  });

  it("is refused once the session's time is over", async () => {
    const expiresAt = new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString();
    const { id } = await payer.newSession({ expiresAt });
    await payer.complete(id, mtn(NEVER_PAYS));
    await test.advance(5 * MINUTE_MS, 30_000);
    expect(await leave(id)).toMatchObject({
      status: 409,
      body: { error: { code: "CHECKOUT_SESSION_EXPIRED" } },
    });
  });

  it("is refused while the outcome is unknown", async () => {
    const { id } = await payer.newSession();
    await payer.complete(id, mtn(NEVER_ANSWERED));
    expect(await leave(id)).toMatchObject({
      status: 409,
      body: { error: { code: "CHECKOUT_SESSION_NOT_OPEN", details: { reason: "OUTCOME_UNKNOWN" } } },
    });
    await test.advance(30_000, 15_000);
  });

  it("answers 404 for an id that nobody was given", async () => {
    expect((await leave("cs_nobody")).status).toBe(404);
  });
});
