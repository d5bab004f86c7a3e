import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RequestOptions, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** Intents that a merchant's server makes, confirms and cancels itself. */
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  test = await startTestApp({ egress: wire.wrap });
  payer = createPayer(test);
});
afterAll(() => test.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function newIntent(body: Readonly<Record<string, unknown>> = {}) {
  const answer = await test.request("POST", "/payments/payment-intents", {
    body: { amount: "5000", currency: "XOF", ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const act = (id: string, what: "confirm" | "cancel", body: unknown, options: RequestOptions = {}) =>
  test.request("POST", `/payments/payment-intents/${id}/${what}`, { body, ...options });
const confirm = (id: string, body: unknown, options: RequestOptions = {}) =>
  act(id, "confirm", body, options);
const cancel = (id: string, options: RequestOptions = {}) => act(id, "cancel", {}, options);

describe("a payment intent", () => {
  it("is there at once, with all that was said of it", async () => {
    const said = {
      allowedMethods: ["MOBILE_MONEY", "CARD"],
      reference: "I-1",
      description: "Facture",
      metadata: { cart: "7" },
    };
    const intent = await newIntent({ ...said, customer: { name: "Awa", phone: "07 07 07 07 89" } });
    expect(intent).toMatchObject({
      object: "payment_intent",
      status: "REQUIRES_PAYMENT_METHOD",
      sessionId: null,
      amountReceived: "0",
      charges: [],
      latestChargeId: null,
      nextStep: null,
      customer: { name: "Awa", phone: "+2250707070789" },
      expiresAt: new Date(test.clock.nowMs() + DAY_MS).toISOString(),
      version: 1,
      ...said,
    });
    expect(await payer.intent(intent.id)).toEqual(intent);
    for (const query of ["reference=I-1", `q=${intent.id}`, "status=REQUIRES_PAYMENT_METHOD"]) {
      const list = await test.request("GET", `/payments/payment-intents?${query}`);
      expect(list.body).toMatchObject({ data: [{ id: intent.id }], meta: { total: 1 } });
    }
    expect((await test.request("GET", "/checkout/sessions")).body.meta.total).toBe(0);
  });

  it("is confirmed again after a failure, until it is paid", async () => {
    const before = await payer.wallet();
    const { id } = await newIntent();
    const refused = await confirm(id, mtn("059"));
    expect(refused.status).toBe(200);
    expect(refused.body.data).toMatchObject({
      status: "REQUIRES_PAYMENT_METHOD",
      lastFailure: { failureCode: "PAYMENT_IN_PROGRESS" },
      nextStep: null,
      charges: [{ status: "FAILED", attemptNumber: 1, sessionId: null }],
    });
    const started = await confirm(id, mtn("049"));
    expect(started.body.data).toMatchObject({ status: "PROCESSING", nextStep: "POLL", charges: [{}, {}] });
    await test.advance(6_000);
    expect(await payer.intent(id)).toMatchObject({
      status: "REQUIRES_PAYMENT_METHOD",
      lastFailure: { failureCode: "INSUFFICIENT_FUNDS" },
    });
    await confirm(id, mtn("789"));
    await test.advance(3_000);
    expect(await payer.intent(id)).toMatchObject({
      status: "SUCCEEDED",
      amountReceived: "5000",
      lastFailure: null,
      charges: [{ attemptNumber: 1 }, { attemptNumber: 2 }, { attemptNumber: 3, status: "SUCCEEDED" }],
    });
    expect((await payer.wallet()).available - before.available).toBe(4_925);
    expect(await payer.events(id)).toEqual([
      ...["payment.processing", "payment.failed", "payment.processing", "payment.failed"],
      ...["payment.processing", "payment.succeeded"],
    ]);
  });

  it("takes one attempt at a time, and the same one twice", async () => {
    const { id } = await newIntent();
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(id, mtn("129"))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const latest = await payer.intent(id);
    expect(latest.charges).toHaveLength(1);
    const other = await confirm(id, mtn("789"));
    expect([other.status, other.body.error]).toMatchObject([
      409,
      {
        code: "PAYMENT_INTENT_NOT_CONFIRMABLE",
        details: { reason: "ATTEMPT_IN_PROGRESS", failureCode: "PAYMENT_IN_PROGRESS" },
      },
    ]);
    const cancelled = await cancel(id);
    expect([cancelled.status, cancelled.body.error]).toMatchObject([
      409,
      { code: "PAYMENT_INTENT_NOT_CANCELLABLE", details: { reason: "ATTEMPT_IN_PROGRESS" } },
    ]);
  });

  it("is over for good when its last attempt failed", async () => {
    const { id } = await newIntent({ maxAttempts: 1 });
    expect((await confirm(id, mtn("059"))).body.data.status).toBe("FAILED");
    const reasons = [await confirm(id, mtn("789")), await cancel(id)].map(({ body }) => body.error.details);
    expect(reasons).toMatchObject([
      { reason: "ATTEMPTS_EXHAUSTED", status: "FAILED" },
      { reason: "ATTEMPTS_EXHAUSTED", status: "FAILED" },
    ]);
    expect(await payer.events(id)).toEqual(["payment.processing", "payment.failed"]);
  });

  it("offers no method that it does not allow, and says which it does", async () => {
    const { id } = await newIntent({ allowedMethods: ["CARD"] });
    const answer = await confirm(id, mtn("789"));
    expect([answer.status, answer.body.error]).toMatchObject([
      409,
      {
        code: "PAYMENT_METHOD_NOT_AVAILABLE",
        details: { paymentMethod: "MOBILE_MONEY", allowedMethods: ["CARD"] },
      },
    ]);
    expect((await payer.intent(id)).charges).toEqual([]);
  });

  it("with a key is confirmed once, and repeats its answer", async () => {
    const { id } = await newIntent();
    const headers = { "idempotency-key": "confirm once" };
    const first = await confirm(id, mtn("059"), { headers });
    const again = await confirm(id, mtn("059"), { headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect((await payer.intent(id)).charges).toHaveLength(1);
    expect((await confirm(id, mtn("789"), { headers })).status).toBe(422);
  });
});

describe("its end", () => {
  it("is cancelled: once, without an event, and takes nothing any more", async () => {
    const { id } = await newIntent();
    const answer = await cancel(id);
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: "CANCELLED", cancelledAt: new Date(test.clock.nowMs()).toISOString() },
    ]);
    expect((await cancel(id)).body.data).toEqual(answer.body.data);
    const late = await confirm(id, mtn("789"));
    expect(late.body.error.details).toMatchObject({ reason: "CANCELLED", status: "CANCELLED" });
    expect(await payer.events(id)).toEqual([]);
  });

  it("expires at the instant, before anybody has written it down", async () => {
    const { id, expiresAt } = await newIntent({
      expiresAt: new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString(),
    });
    test.clock.advance(5 * MINUTE_MS - 1);
    expect((await payer.intent(id)).status).toBe("REQUIRES_PAYMENT_METHOD");
    test.clock.advance(1);
    expect(await payer.intent(id)).toMatchObject({ status: "CANCELLED", cancelledAt: expiresAt });
    const refused = await confirm(id, mtn("789"));
    expect(refused.body.error.details).toMatchObject({ reason: "EXPIRED", status: "CANCELLED" });
    await test.drain();
    expect(await payer.intent(id)).toMatchObject({ status: "CANCELLED", cancelledAt: expiresAt });
    expect((await cancel(id)).body.data.status).toBe("CANCELLED");
    expect((await confirm(id, mtn("789"))).body.error.details.reason).toBe("EXPIRED");
    expect(await payer.events(id)).toEqual([]);
  });

  it("does not come while a payer is asked: that attempt pays", async () => {
    const { id } = await newIntent({ expiresAt: new Date(test.clock.nowMs() + 5 * MINUTE_MS).toISOString() });
    await test.advance(3 * MINUTE_MS, MINUTE_MS);
    await confirm(id, mtn("369"));
    await test.advance(3 * MINUTE_MS, MINUTE_MS);
    expect((await payer.intent(id)).status).toBe("PROCESSING");
    await test.advance(3 * MINUTE_MS, 10_000);
    expect(await payer.intent(id)).toMatchObject({ status: "SUCCEEDED", charges: [{ late: false }] });
  });

  it.each([
    ["ACCEPT", "SUCCEEDED", "payment.succeeded"],
    ["REFUND", "CANCELLED", "payment.late_refunded"],
    ["REVIEW", "CANCELLED", "payment.failed"],
  ])("late money under %s: the intent is %s", async (latePaymentPolicy, status, last) => {
    const { id } = await newIntent({ latePaymentPolicy });
    await confirm(id, mtn("229"));
    await test.advance(3_000);
    expect((await cancel(id)).body.data.status).toBe("CANCELLED");
    await test.advance(90_000, 5_000);
    const intent = await payer.intent(id);
    expect(intent).toMatchObject({ status, charges: [{ status: "SUCCEEDED", late: true }] });
    expect(intent.charges[0].reviewReason).toBe(latePaymentPolicy === "REVIEW" ? "LATE_PAYMENT" : null);
    expect((await payer.events(id)).at(-1)).toBe(last);
  });
});

describe("what is not its own to decide", () => {
  it("the intent of a session is its session's", async () => {
    const session = await payer.newSession();
    const { paymentIntentId } = (await payer.complete(session.id, mtn("129"))).body.data;
    for (const answer of [await confirm(paymentIntentId, mtn("789")), await cancel(paymentIntentId)]) {
      expect([answer.status, answer.body.error.details.reason]).toEqual([409, "HAS_SESSION"]);
    }
    expect((await payer.intent(paymentIntentId)).sessionId).toBe(session.id);
  });

  it.each(["pi_06f4c1k8t2w3y7m1n5b9d0e4g8", "pi_nonsense", "ch_06f4c1k8t2w3y7m1n5b9d0e4g8"])(
    "%s does not exist",
    async (id) => {
      for (const answer of [await confirm(id, mtn("789")), await cancel(id)]) {
        expect([answer.status, answer.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      }
    },
  );

  it.each([
    ["expiresAt", { expiresAt: "2026-11-21T10:00:30Z" }],
    ["maxAttempts", { maxAttempts: 11 }],
    ["customer.phone", { customer: { phone: "12345678" } }],
    ["paymentMethod", { paymentMethod: "CARD" }],
    ["allowedMethods[0]", { allowedMethods: ["CASH"] }],
  ])("%s that is not right is named", async (path, body) => {
    const answer = await test.request("POST", "/payments/payment-intents", {
      body: { amount: "5000", currency: "XOF", ...body },
    });
    expect([answer.status, answer.body.error.details.fields[0].path]).toEqual([400, path]);
  });
});

describe("a merchant that may not sell", () => {
  it("makes and confirms nothing; it may cancel", async () => {
    const { id } = await newIntent();
    const set = (status: string) =>
      test.owner.query({
        text: "update merchants set status = $2 where id = $1",
        values: [test.merchantId, status],
      });
    await set("SUSPENDED");
    test.clock.advance(10_000);
    try {
      const answers = [
        await test.request("POST", "/payments/payment-intents", { body: { amount: "1", currency: "XOF" } }),
        await confirm(id, mtn("789")),
        await test.request("POST", "/payments/charges", {
          body: { amount: "5000", currency: "XOF", ...mtn("789") },
          headers: { "idempotency-key": "suspended" },
        }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error.code]).toEqual([400, "MERCHANT_KYB_NOT_APPROVED"]);
      }
      expect((await cancel(id)).status).toBe(200);
    } finally {
      await set("ACTIVE");
      test.clock.advance(10_000);
    }
  });
});
