import { describe, expect, it } from "vitest";
import type { Fault } from "../harness/faulty-http.ts";
import { type PayerWorld, usePayerWorld } from "../harness/payer-world.ts";
import { mtn } from "../simulation/payer.ts";

/** An unknown outcome is neither a failure nor a reason to pay again: it is queried until it is known. */
let test: PayerWorld["test"];
let payer: PayerWorld["payer"];
let wire: PayerWorld["wire"];
usePayerWorld((world) => {
  ({ test, payer, wire } = world);
});

const CHECKING = "Nous vérifions votre paiement auprès de l'opérateur. Ne payez pas de nouveau.";
const MINUTE_MS = 60_000;

interface Case {
  readonly name: string;
  readonly fault?: Fault;
  readonly suffix?: string;
  readonly end: "SUCCEEDED" | "FAILED";
  /** How often the start is sent, always under the same reference: twice when nothing had arrived. */
  readonly starts: number;
}

const cases: readonly Case[] = [
  { name: "a time-out before anything was sent", fault: "TIMEOUT_BEFORE", end: "SUCCEEDED", starts: 2 },
  { name: "a time-out after it was taken", fault: "TIMEOUT_AFTER", end: "SUCCEEDED", starts: 1 },
  { name: "a reset before anything was sent", fault: "RESET_BEFORE", end: "SUCCEEDED", starts: 2 },
  { name: "a reset after it was taken", fault: "RESET_AFTER", end: "SUCCEEDED", starts: 1 },
  { name: "a proxy's 500 after it was taken", fault: "ERROR_500", end: "SUCCEEDED", starts: 1 },
  { name: "an unreadable answer", fault: "GARBAGE", end: "SUCCEEDED", starts: 1 },
  { name: "no answer at all", suffix: "239", end: "SUCCEEDED", starts: 1 },
  { name: "a connection that the provider resets", suffix: "249", end: "SUCCEEDED", starts: 1 },
  { name: "a web page with status 200", suffix: "259", end: "SUCCEEDED", starts: 1 },
  { name: "the provider's own 500", suffix: "289", end: "SUCCEEDED", starts: 1 },
  { name: "an answer that drips for ever", suffix: "299", end: "SUCCEEDED", starts: 1 },
  { name: "a request that the provider forgets", suffix: "309", end: "SUCCEEDED", starts: 2 },
  { name: "503 twice", suffix: "159", end: "SUCCEEDED", starts: 1 },
  { name: "503 until the operator gives up", suffix: "169", end: "FAILED", starts: 1 },
];

describe("an outcome that is not known", () => {
  it.each(cases)("stays PROCESSING, is asked about and ends right: $name", async (one) => {
    const body = mtn(one.suffix ?? "789");
    const session = await payer.newSession();
    const before = wire.asked.length;
    if (one.fault !== undefined) wire.faults.failNext(one.fault);
    const answer = await payer.complete(session.id, body);

    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      status: "PROCESSING",
      nextStep: "POLL",
      attemptNumber: 1,
      messageToPayer: CHECKING,
    });
    const chargeId: string = answer.body.data.chargeId;
    expect(await payer.stored(chargeId, "unknown_since")).toBe(test.clock.nowMs());
    expect(await payer.status(session.id)).toMatchObject({ status: "PROCESSING", failureCode: null });

    // Neither a reload nor another method starts anything.
    const again = await payer.complete(session.id, body);
    expect(again.body.data).toMatchObject({ status: "PROCESSING", chargeId, attemptNumber: 1 });
    await expectInProgress(session.id);

    await test.advance(30_000, 3_000);
    expect(await payer.status(session.id)).toMatchObject({ status: one.end, pollAfterMs: null });
    const attempts = await payer.attempts(session.id);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ id: chargeId, status: one.end });
    expect(await payer.taken(chargeId)).toEqual(one.end === "SUCCEEDED" ? [5000] : []);
    expect(await payer.stored(chargeId, "unknown_since")).toBeNull();

    const calls = wire.asked.slice(before).filter(({ kind }) => kind !== "callback");
    expect(new Set(calls.map(({ reference }) => reference))).toEqual(new Set([payer.referenceOf(chargeId)]));
    expect(calls.filter(({ kind }) => kind === "start")).toHaveLength(one.starts);
    expect(calls.some(({ kind }) => kind === "query")).toBe(true);
  });

  it("is none when no byte has left: the payer may try again at once, and is charged once", async () => {
    const session = await payer.newSession();
    const before = wire.asked.length;
    wire.faults.failNext("REFUSED");
    const refused = await payer.complete(session.id, mtn("789"));
    const details = { failureCode: "PROVIDER_UNAVAILABLE", retryable: true };
    expect([refused.status, refused.body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details }]);
    const second = await payer.complete(session.id, mtn("789", 2));
    expect(second.body.data).toMatchObject({ status: "PROCESSING", attemptNumber: 2 });
    await test.advance(30_000, 3_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
    expect(await payer.taken(second.body.data.chargeId)).toEqual([5000]);
    // Nothing is asked about the first attempt: it is over.
    const asked = wire.asked.slice(before).filter(({ kind }) => kind === "query");
    const references = new Set(asked.map(({ reference }) => reference));
    expect(references).toEqual(new Set([payer.referenceOf(second.body.data.chargeId)]));
  });

  it("is refused a second try until the provider says dead, and then takes one", async () => {
    const session = await payer.newSession();
    wire.faults.failNext("TIMEOUT_AFTER");
    expect((await payer.complete(session.id, mtn("049"))).status).toBe(200);
    await expectInProgress(session.id);
    await test.advance(4_000);
    expect(await payer.status(session.id)).toMatchObject({
      status: "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
      retryable: true,
    });
    const second = await payer.complete(session.id, mtn("789", 2));
    expect(second.body.data).toMatchObject({ status: "PROCESSING", attemptNumber: 2 });
    await test.advance(3_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
    const third = await payer.complete(session.id, mtn("789", 3));
    expect(third.status).toBe(409);
    expect(third.body.error.code).toBe("CHECKOUT_SESSION_ALREADY_COMPLETED");
  });

  it("is asked about at 2, 5 and 12 s, then after 15 s, 1 min, 5 min and then every 15 min, for 72 h", async () => {
    const session = await payer.newSession({
      expiresAt: new Date(test.clock.nowMs() + 10 * MINUTE_MS).toISOString(),
    });
    const startMs = test.clock.nowMs();
    const before = wire.asked.length;
    const chargeId: string = (await payer.complete(session.id, mtn("329"))).body.data.chargeId;
    const asked = () =>
      wire.asked
        .slice(before)
        .filter(({ kind }) => kind === "query")
        .map(({ atMs }) => (atMs - startMs) / 1_000);

    await test.advance(90_000);
    expect(asked()).toEqual([2, 5, 12, 27, 87]);
    await test.advance(14 * MINUTE_MS - 10_000, 30_000);
    expect(await payer.attempts(session.id)).toMatchObject([{ status: "PENDING" }]);
    await test.advance(40 * MINUTE_MS, MINUTE_MS);
    expect(await payer.attempts(session.id)).toMatchObject([{ status: "IN_RECONCILIATION" }]);
    const gaps = asked().map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(gaps.slice(5).every((gap, index) => gap >= (index === 0 ? 300 : 900) && gap <= 960)).toBe(true);

    // Its time was over long ago: a payment in flight does not expire, and cannot be paid twice.
    expect((await payer.status(session.id)).status).toBe("PROCESSING");
    await expectInProgress(session.id);

    await test.advance(72 * 60 * MINUTE_MS, 120 * MINUTE_MS);
    const total = asked().length;
    await test.advance(6 * 60 * MINUTE_MS, 60 * MINUTE_MS);
    expect(asked()).toHaveLength(total);
    expect(await payer.taken(chargeId)).toEqual([]);
    // Queries have ended, but it stays in the list of open charges.
    expect(await test.owner.query({ text: "select 1 from charge_checks" })).toHaveLength(1);
    // Three days of checks take longer than other tests on a busy machine.
  }, 120_000);

  it("that never arrived is given up when the session's time is over, and nobody was charged", async () => {
    const session = await payer.newSession({
      expiresAt: new Date(test.clock.nowMs() + 6 * MINUTE_MS).toISOString(),
    });
    wire.faults.setRates({ RESET_BEFORE: 1 });
    const chargeId: string = (await payer.complete(session.id, mtn("789"))).body.data.chargeId;
    await test.advance(7 * MINUTE_MS, 20_000);
    wire.faults.calm();
    expect((await payer.status(session.id)).status).toBe("PROCESSING");
    await test.advance(16 * MINUTE_MS, MINUTE_MS);
    expect(await payer.status(session.id)).toMatchObject({
      status: "FAILED",
      failureCode: "PROVIDER_UNAVAILABLE",
      retryable: false,
    });
    expect(await payer.taken(chargeId)).toEqual([]);
  });
});

describe("callbacks that go astray", () => {
  it("a success whose callback is lost is found by asking", async () => {
    const session = await payer.newSession();
    await payer.complete(session.id, mtn("139"));
    await test.advance(20_000, 2_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
  });

  it("a success that comes minutes later is found", async () => {
    const session = await payer.newSession();
    const { chargeId } = (await payer.complete(session.id, mtn("369"))).body.data;
    await test.advance(4 * MINUTE_MS, 10_000);
    expect((await payer.status(session.id)).status).toBe("PROCESSING");
    await test.advance(2 * MINUTE_MS, 10_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
    expect(await payer.taken(chargeId)).toEqual([5000]);
  });

  it("doubled and re-ordered callbacks are one success", async () => {
    const session = await payer.newSession();
    const before = await payer.wallet();
    const { chargeId, paymentIntentId } = (await payer.complete(session.id, mtn("179"))).body.data;
    await test.advance(15_000);
    expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
    expect(await payer.taken(chargeId)).toEqual([5000]);
    expect((await payer.wallet()).balance - before.balance).toBe(4_925);
    expect(await payer.events(paymentIntentId)).toEqual([
      "payment.processing",
      "payment.succeeded",
      "checkout.session.completed",
    ]);
  });

  it("a callback that overtakes the answer is one success", async () => {
    const session = await payer.newSession();
    const before = await payer.wallet();
    const answer = await payer.complete(session.id, mtn("269"));
    expect(answer.status).toBe(200);
    expect(answer.body.data.status).toBe("SUCCEEDED");
    await test.advance(15_000);
    expect(await payer.taken(answer.body.data.chargeId)).toEqual([5000]);
    expect((await payer.wallet()).balance - before.balance).toBe(4_925);
  });

  it("a callback about late money whose question is not answered is not forgotten", async () => {
    const session = await payer.newSession();
    const { chargeId } = (await payer.complete(session.id, mtn("229"))).body.data;
    await test.advance(5_000);
    expect((await payer.status(session.id)).status).toBe("FAILED");
    // The callback arrives, but not the query it causes.
    test.clock.advance(60_000);
    wire.faults.failNext(null, "TIMEOUT_BEFORE");
    await test.drain();
    expect((await payer.status(session.id)).status).toBe("FAILED");
    await test.advance(5_000);
    expect(await payer.status(session.id)).toMatchObject({ status: "SUCCEEDED", paidLate: true });
    expect(await payer.taken(chargeId)).toEqual([5000]);
  });
});

/** A payer who tries another way to pay during an attempt. */
async function expectInProgress(sessionId: string): Promise<void> {
  for (const body of [
    mtn("789", 77),
    { paymentMethod: "CARD", paymentDetails: { cardToken: "tok_sim_success" } },
  ]) {
    const refused = await payer.complete(sessionId, body);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: "CHECKOUT_SESSION_NOT_OPEN",
      details: { reason: "ATTEMPT_IN_PROGRESS", failureCode: "PAYMENT_IN_PROGRESS" },
    });
  }
}
