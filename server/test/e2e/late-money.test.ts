import { describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { type PayerWorld, usePayerWorld } from "../harness/payer-world.ts";
import { mtn } from "../simulation/payer.ts";

/** Money that a provider confirms is always booked. The policy decides who keeps it, and never both. */
let test: PayerWorld["test"];
let payer: PayerWorld["payer"];
let wire: PayerWorld["wire"];
usePayerWorld((world) => {
  ({ test, payer, wire } = world);
});

const MINUTE_MS = 60_000;
/** 5 000 F less 1.5 %. */
const NET = 4_925;
/** Fails after 2 s and is confirmed a minute after it began. */
const LATE = "229";
/** Fails after 2 s and is confirmed a minute after the session has expired. */
const LATE_AFTER_EXPIRY = "209";
const PAYS = "789";

const ends = {
  /** No payer came back in time. */
  EXPIRED: async (policy: string) => {
    const expiresAt = new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString();
    const session = await payer.newSession({ latePaymentPolicy: policy, expiresAt });
    const { data } = (await payer.complete(session.id, mtn(LATE_AFTER_EXPIRY))).body;
    await test.advance(5 * MINUTE_MS + 1_000, 10_000);
    return { id: session.id as string, ...ids(data) };
  },
  /** The merchant withdrew it after a failed attempt. */
  CANCELLED: async (policy: string) => {
    const session = await payer.newSession({ latePaymentPolicy: policy });
    const { data } = (await payer.complete(session.id, mtn(LATE))).body;
    await test.advance(3_000);
    const cancelled = await test.request("POST", `/checkout/sessions/${session.id}/cancel`, { body: {} });
    expect(cancelled.status).toBe(200);
    return { id: session.id as string, ...ids(data) };
  },
  /** The last attempt failed. */
  FAILED: async (policy: string) => {
    const session = await payer.newSession({ latePaymentPolicy: policy, maxAttempts: 1 });
    const { data } = (await payer.complete(session.id, mtn(LATE))).body;
    await test.advance(3_000);
    return { id: session.id as string, ...ids(data) };
  },
};
type End = keyof typeof ends;
const allEnds = Object.keys(ends) as End[];

function ids(data: { readonly chargeId: string; readonly paymentIntentId: string }) {
  return { chargeId: data.chargeId, intentId: data.paymentIntentId };
}

describe("money that comes after the session is over", () => {
  it.each(allEnds)("ACCEPT: pays the %s session, late", async (end) => {
    const before = await payer.wallet();
    const { id, chargeId, intentId } = await ends[end]("ACCEPT");
    expect((await payer.status(id)).status).toBe(end);
    await test.advance(90_000, 5_000);
    expect(await payer.status(id)).toMatchObject({
      status: "SUCCEEDED",
      paidLate: true,
      failureCode: null,
      chargeId,
    });
    expect(await payer.attempts(id)).toMatchObject([
      { status: "SUCCEEDED", late: true, duplicate: false, refundStatus: "NONE" },
    ]);
    expect(await payer.taken(chargeId)).toEqual([5000]);
    const after = await payer.wallet();
    expect(after.available - before.available).toBe(NET);
    expect(after.held).toBe(before.held);
    expect((await payer.events(intentId)).slice(-2)).toEqual([
      "payment.succeeded",
      "checkout.session.completed",
    ]);
    expect(await payer.intent(intentId)).toMatchObject({ status: "SUCCEEDED", amountReceived: "5000" });
  });

  it.each(allEnds)("REFUND: goes back, and the session stays %s", async (end) => {
    const before = { ...(await payer.wallet()), refunded: await payer.refunded() };
    const { id, chargeId, intentId } = await ends[end]("REFUND");
    await test.advance(90_000, 5_000);
    expect(await payer.status(id)).toMatchObject({ status: end, paidLate: false });
    expect(await payer.attempts(id)).toMatchObject([
      { status: "SUCCEEDED", late: true, amountRefunded: "5000", refundStatus: "FULL" },
    ]);
    expect(await payer.taken(chargeId)).toEqual([5000]);
    expect((await payer.refunded()) - before.refunded).toBe(5000);
    expect(await payer.wallet()).toMatchObject({ held: before.held, balance: before.balance });
    expect((await payer.events(intentId)).at(-1)).toBe("payment.late_refunded");
    expect(await payer.intent(intentId)).toMatchObject({ amountReceived: "0" });
  });

  it.each(allEnds)("REVIEW: is held for a person, and the session stays %s", async (end) => {
    const before = { ...(await payer.wallet()), refunded: await payer.refunded() };
    const { id, chargeId } = await ends[end]("REVIEW");
    await test.advance(90_000, 5_000);
    expect(await payer.status(id)).toMatchObject({ status: end, paidLate: false });
    expect(await payer.attempts(id)).toMatchObject([
      { status: "SUCCEEDED", late: true, refundStatus: "NONE" },
    ]);
    expect(await payer.stored(chargeId, "review_reason")).toBe("LATE_PAYMENT");
    const after = await payer.wallet();
    expect(after.held - before.held).toBe(5000);
    expect(after.available).toBe(before.available);
    expect(await payer.refunded()).toBe(before.refunded);
  });

  it("a refund whose answer is lost is one refund", async () => {
    const before = await payer.refunded();
    const { id } = await ends.FAILED("REFUND");
    await test.advance(55_000, 5_000);
    // Callback, the query it causes, and then the refund: accepted, and never answered.
    wire.faults.failNext(null, null, "TIMEOUT_AFTER", "RESET_BEFORE", "ERROR_500");
    await test.advance(60_000, 1_000);
    expect(await payer.attempts(id)).toMatchObject([{ refundStatus: "FULL" }]);
    expect((await payer.refunded()) - before).toBe(5000);
  });
});

describe("a second success on a session that is paid", () => {
  it("is held and goes back by itself; what paid the session is untouched", async () => {
    const before = { ...(await payer.wallet()), refunded: await payer.refunded() };
    const session = await payer.newSession();
    const first = ids((await payer.complete(session.id, mtn(LATE))).body.data);
    await test.advance(3_000);
    const second = ids((await payer.complete(session.id, mtn(PAYS, 2))).body.data);
    await test.advance(3_000);
    const paid = await payer.session(session.id);
    expect(paid).toMatchObject({ status: "SUCCEEDED", chargeId: second.chargeId, paidLate: false });
    await test.advance(70_000, 5_000);

    expect(await payer.session(session.id)).toMatchObject({ status: "SUCCEEDED", chargeId: second.chargeId });
    expect(await payer.attempts(session.id)).toMatchObject([
      { id: first.chargeId, status: "SUCCEEDED", late: true, duplicate: true, refundStatus: "FULL" },
      { id: second.chargeId, status: "SUCCEEDED", late: false, duplicate: false, refundStatus: "NONE" },
    ]);
    expect(await payer.taken(first.chargeId)).toEqual([5000]);
    expect(await payer.taken(second.chargeId)).toEqual([5000]);
    expect((await payer.refunded()) - before.refunded).toBe(5000);
    const after = await payer.wallet();
    expect(after.balance - before.balance).toBe(NET);
    expect(after.held).toBe(before.held);
    expect(await payer.events(second.intentId)).toEqual([
      ...["payment.processing", "payment.failed", "payment.processing"],
      ...["payment.succeeded", "checkout.session.completed", "payment.duplicate_refunded"],
    ]);
    expect(await payer.intent(second.intentId)).toMatchObject({
      amountReceived: "5000",
      amountRefunded: "0",
    });
  });

  it("goes back also when the first money comes while the second try is under way and cannot be cancelled", async () => {
    wire.keepsAll = true;
    const before = { ...(await payer.wallet()), refunded: await payer.refunded() };
    const session = await payer.newSession();
    const first = ids((await payer.complete(session.id, mtn(LATE))).body.data);
    await test.advance(3_000);
    const second = ids((await payer.complete(session.id, mtn("369", 2))).body.data);
    await test.advance(70_000, 5_000);
    expect(await payer.session(session.id)).toMatchObject({
      status: "SUCCEEDED",
      chargeId: first.chargeId,
      paidLate: true,
    });
    await test.advance(5 * MINUTE_MS, 10_000);
    expect(await payer.attempts(session.id)).toMatchObject([
      { id: first.chargeId, duplicate: false, refundStatus: "NONE" },
      { id: second.chargeId, duplicate: true, refundStatus: "FULL" },
    ]);
    expect((await payer.refunded()) - before.refunded).toBe(5000);
    expect((await payer.wallet()).balance - before.balance).toBe(NET);
  });

  it("is not provoked: a second try that never arrived is not sent again once the first has paid", async () => {
    const session = await payer.newSession();
    await payer.complete(session.id, mtn(LATE));
    await test.advance(50_000, 5_000);
    wire.faults.setRates({ RESET_BEFORE: 1 });
    const second = ids((await payer.complete(session.id, mtn(PAYS, 2))).body.data);
    await test.advance(9_000);
    wire.faults.calm();
    test.clock.advance(3_000);
    // The provider's callback comes first, the resolver later.
    for (const name of ["simulator0", "simulator1"]) await test.app.loops[name]?.runOnce();
    await test.app.callbacksSettled();
    await test.advance(2 * MINUTE_MS, 5_000);
    expect((await payer.session(session.id)).status).toBe("SUCCEEDED");
    expect(await payer.taken(second.chargeId)).toEqual([]);
    expect(await payer.attempts(session.id)).toMatchObject([{ status: "SUCCEEDED" }, { status: "FAILED" }]);
  });
});

describe("what operators see of it", () => {
  type Sum = { kind: string; count: number; amount: string; returned: string };
  const sums = async (query = "?mode=SANDBOX"): Promise<Map<string, readonly number[]>> => {
    const { token: apiKey } = await test.operator();
    const { status, body } = await test.request("GET", `/tenant/late-money${query}`, { apiKey });
    expect(status).toBe(200);
    return new Map(
      body.data.sums.map(({ kind, count, amount, returned }: Sum) => [
        kind,
        [count, Number(amount), Number(returned)],
      ]),
    );
  };
  const more = (after: readonly number[] | undefined, before: readonly number[] = [0, 0, 0]) =>
    after?.map((value, index) => value - (before[index] ?? 0));

  it("late money is summed with what went back of it, double money apart, and live never with sandbox", async () => {
    const before = await sums();
    await ends.FAILED("ACCEPT");
    await ends.FAILED("REFUND");
    const session = await payer.newSession();
    await payer.complete(session.id, mtn(LATE));
    await test.advance(3_000);
    await payer.complete(session.id, mtn(PAYS, 2));
    await test.advance(90_000, 5_000);
    const after = await sums();
    expect(more(after.get("LATE"), before.get("LATE"))).toEqual([2, 10_000, 5_000]);
    expect(more(after.get("DOUBLE"), before.get("DOUBLE"))).toEqual([1, 5_000, 5_000]);
    expect(await sums("?mode=LIVE")).toEqual(new Map());
  });

  it("says how many came on each of the last 30 days", async () => {
    const days = async (): Promise<number[]> => {
      const { token: apiKey } = await test.operator();
      return (await test.request("GET", "/tenant/late-money?mode=SANDBOX", { apiKey })).body.data.days;
    };
    const before = await days();
    expect(before).toHaveLength(30);
    await ends.FAILED("ACCEPT");
    await test.advance(90_000, 5_000);
    const after = await days();
    expect(after.at(-1)).toBe((before.at(-1) ?? 0) + 1);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it("what came before the asked hours is left out", async () => {
    await test.advance(2 * 60 * MINUTE_MS, 10 * MINUTE_MS);
    expect(await sums("?mode=SANDBOX&hours=1")).toEqual(new Map());
    expect((await sums("?mode=SANDBOX&hours=24")).size).toBe(2);
  });
});

describe("another amount than asked for", () => {
  it.each([
    ["219", 2_500],
    ["359", 5_001],
  ])("…%s: %i F are held, and the payer is told that we check", async (suffix, taken) => {
    const before = await payer.wallet();
    const session = await payer.newSession({
      expiresAt: new Date(test.clock.nowMs() + 6 * MINUTE_MS).toISOString(),
    });
    const { chargeId, intentId } = ids((await payer.complete(session.id, mtn(suffix))).body.data);
    await test.advance(10 * MINUTE_MS, 20_000);
    expect(await payer.taken(chargeId)).toEqual([taken]);
    expect(await payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
    const after = await payer.wallet();
    expect(after.held - before.held).toBe(taken);
    expect(after.available).toBe(before.available);
    // In flight, though its time is over: neither paid nor payable again.
    expect(await payer.status(session.id)).toMatchObject({ status: "PROCESSING", nextStep: "POLL" });
    const same = await payer.complete(session.id, mtn(suffix));
    expect(same.body.data.messageToPayer).toContain("Nous vérifions votre paiement");
    const other = await payer.complete(session.id, mtn(PAYS, 3));
    expect(other.body.error).toMatchObject({
      code: "CHECKOUT_SESSION_NOT_OPEN",
      details: { reason: "ATTEMPT_IN_PROGRESS" },
    });
    expect(await payer.events(intentId)).toEqual(["payment.processing"]);
  });
});

describe("what attempt B has paid", () => {
  it("is touched by nothing that A or the clock do", async () => {
    const session = await payer.newSession({
      expiresAt: new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString(),
    });
    const first = ids((await payer.complete(session.id, mtn("049"))).body.data);
    await test.advance(3_000);
    const second = ids((await payer.complete(session.id, mtn(PAYS, 2))).body.data);
    await test.advance(3_000);
    const paid = await payer.session(session.id);
    const wallet = await payer.wallet();
    expect(paid).toMatchObject({ status: "SUCCEEDED", chargeId: second.chargeId });

    const sessionId = await sessionOf(first.chargeId);
    for (const { chargeId } of [first, second]) {
      const id = parsePublicId("charge", chargeId);
      if (id === null) throw new Error("a charge has an id");
      const key = { merchantNo: test.merchantNo, sessionId, chargeId: id };
      const failed = { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: "X" } as const;
      await test.app.payments.outcomes.record(key, failed, "callback");
      await test.app.payments.outcomes.record(key, { kind: "unknown", reason: "timeout" }, "query");
      const nextStep = { kind: "POLL", pollAfterMs: 1_000, instructions: null } as const;
      await test.app.payments.outcomes.record(key, { kind: "pending", nextStep }, "callback");
    }
    await test.advance(10 * MINUTE_MS, 30_000);
    for (const act of ["cancel", "expire"]) {
      const refused = await test.request("POST", `/checkout/sessions/${session.id}/${act}`, { body: {} });
      expect(refused.body.error.code).toBe("CHECKOUT_SESSION_ALREADY_COMPLETED");
    }
    expect(await payer.session(session.id)).toEqual(paid);
    expect(await payer.wallet()).toEqual(wallet);
    expect((await payer.events(second.intentId)).at(-1)).toBe("checkout.session.completed");
  });
});

async function sessionOf(chargeId: string) {
  const id = await payer.stored<Parameters<typeof test.app.payments.outcomes.record>[0]["sessionId"]>(
    chargeId,
    "session_id",
  );
  if (id === null) throw new Error("a charge has its session");
  return id;
}
