import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { guardIdOf } from "../../src/kit/guard-id.ts";
import { encodeBase32, parsePublicId, uuidBytes } from "../../src/kit/ids.ts";
import { revealSessionIds } from "../../src/kit/session-id.ts";
import { type RequestOptions, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** A payment made by a merchant's server: the payer never sees a page of ours. */
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let keys = 0;
beforeAll(async () => {
  test = await startTestApp({ egress: wire.wrap });
  payer = createPayer(test);
});
afterAll(() => test.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

const NET = 4_925;
const returnUrl = "https://shop.example/back";

function charge(body: Readonly<Record<string, unknown>>, options: RequestOptions = {}) {
  keys += 1;
  return test.request("POST", "/payments/charges", {
    body: { amount: "5000", currency: "XOF", ...body },
    headers: { "idempotency-key": `charge ${keys}` },
    ...options,
  });
}
const read = async (id: string) => (await test.request("GET", `/payments/charges/${id}`)).body.data;
const open = (url: string) => test.request("GET", url, { apiKey: null });
const guardOf = (intentId: string) => guardIdOf(parsePublicId("paymentIntent", intentId) ?? ("" as never));

async function rows(table: string): Promise<number> {
  const [row] = await test.owner.query<{ n: bigint }>({ text: `select count(*) as n from ${table}` });
  return Number(row?.n);
}

describe("a direct charge", () => {
  it("collects money: charge, intent, wallet and events, and no session anywhere", async () => {
    const before = await payer.wallet();
    const text = { reference: "A-1", description: "Facture\n  A-1", metadata: { cart: "7" } };
    const answer = await charge({ ...mtn("789"), ...text });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toMatchObject({
      object: "charge",
      mode: "SANDBOX",
      sessionId: null,
      paymentLinkId: null,
      attemptNumber: 1,
      status: "PROCESSING",
      nextStep: "POLL",
      messageToPayer: "Confirmez le paiement sur votre téléphone.",
      paymentMethod: "MOBILE_MONEY",
      paymentMethodDetails: { operator: "MTN", countryCode: "CI" },
      failureCode: null,
      ...text,
    });
    expect(data.pollAfterMs).toBeGreaterThan(0);
    await test.advance(3_000);

    expect(await read(data.id)).toMatchObject({
      status: "SUCCEEDED",
      nextStep: null,
      pollAfterMs: null,
      net: `${NET}`,
    });
    expect(await payer.intent(data.paymentIntentId)).toMatchObject({
      status: "SUCCEEDED",
      sessionId: null,
      amountReceived: "5000",
      charges: [{ id: data.id, sessionId: null }],
      nextStep: null,
    });
    expect((await payer.wallet()).available - before.available).toBe(NET);
    expect(await payer.events(data.paymentIntentId)).toEqual(["payment.processing", "payment.succeeded"]);
    const events = await test.request("GET", `/merchant/merchants/${test.merchantId}/events?limit=2`);
    for (const event of events.body.data) expect(event.data.sessionId).toBeNull();
  });

  it("leaves no session to be listed, read or opened", async () => {
    const { data } = (await charge(mtn("789", 2))).body;
    const sessions = await test.request("GET", "/checkout/sessions");
    expect(sessions.body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await test.request("GET", "/checkout/sessions?limit=1&sort=createdAt")).body.data).toEqual([]);
    // Even an attacker who knows how guards are named, and gets our own worker to write the secret part, opens nothing.
    const bytes = Buffer.concat([uuidBytes(guardOf(data.paymentIntentId)), Buffer.alloc(4)]);
    bytes.writeUInt32BE(test.merchantNo, 16);
    const id = revealSessionIds(test.keyring, test.merchantNo, `cs_${encodeBase32(bytes)}`);
    for (const path of [`/checkout/pay/${id}`, `/checkout/pay/${id}/status`, `/checkout/sessions/${id}`]) {
      expect((await test.request("GET", path)).status, path).toBe(404);
    }
    expect((await open(`${test.origin}/checkout/${id}`)).status).toBe(404);
    const filtered = await test.request("GET", `/payments/charges?sessionId=${id}`);
    expect(filtered.body.error.code).toBe("VALIDATION_ERROR");
    const found = await test.request("GET", `/payments/charges?paymentIntentId=${data.paymentIntentId}`);
    expect(found.body.data).toMatchObject([{ id: data.id, sessionId: null }]);
  });

  it.each([
    ["059", "PAYMENT_IN_PROGRESS"],
    ["079", "AMOUNT_OUT_OF_BOUNDS"],
  ])("…%s: a refusal within the call is a FAILED charge (%s)", async (suffix, failureCode) => {
    const answer = await charge({ ...mtn(suffix), reference: `R-${suffix}` });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toMatchObject({ status: "FAILED", failureCode, nextStep: null, pollAfterMs: null });
    expect(data.failureMessage).toMatch(/\S/);
    expect(await payer.intent(data.paymentIntentId)).toMatchObject({
      status: "FAILED",
      lastFailure: { failureCode },
    });
    expect(await payer.events(data.paymentIntentId)).toEqual(["payment.processing", "payment.failed"]);
    expect(await payer.taken(data.id)).toEqual([]);
  });

  it("outside the bounds of its operator it fails before anybody is asked", async () => {
    const before = wire.asked.length;
    const answer = await charge({ ...mtn("789", 4), amount: "900000000" });
    expect(answer.body.data).toMatchObject({ status: "FAILED", failureCode: "AMOUNT_OUT_OF_BOUNDS" });
    expect(wire.asked.length).toBe(before);
  });

  it.each([
    ["TIMEOUT_AFTER", 1, 5],
    ["RESET_BEFORE", 2, 10],
  ] as const)(
    "an outcome that nobody knows (%s) stays under way until it is known",
    async (fault, starts, n) => {
      wire.faults.failNext(fault);
      const { data } = (await charge(mtn("789", n))).body;
      expect(data).toMatchObject({ status: "PENDING", nextStep: "POLL" });
      await test.advance(10_000);
      expect((await read(data.id)).status).toBe("SUCCEEDED");
      expect(await payer.taken(data.id)).toEqual([5000]);
      const reference = payer.referenceOf(data.id);
      const sent = wire.asked.filter((one) => one.kind === "start" && one.reference === reference);
      expect(sent).toHaveLength(starts);
    },
  );

  it("an amount that is not the one asked for is held for a person", async () => {
    const before = await payer.wallet();
    const { data } = (await charge(mtn("219"))).body;
    await test.advance(5_000);
    expect(await read(data.id)).toMatchObject({
      status: "IN_RECONCILIATION",
      reviewReason: "AMOUNT_MISMATCH",
    });
    expect((await payer.wallet()).held - before.held).toBe(2500);
  });

  it("money that comes after it failed is the merchant's", async () => {
    const { data } = (await charge(mtn("229"))).body;
    await test.advance(3_000);
    expect(await read(data.id)).toMatchObject({ status: "FAILED" });
    await test.advance(65_000, 5_000);
    expect(await read(data.id)).toMatchObject({ status: "SUCCEEDED", late: true });
    expect(await payer.intent(data.paymentIntentId)).toMatchObject({ status: "SUCCEEDED" });
    expect(await payer.events(data.paymentIntentId)).toEqual([
      "payment.processing",
      "payment.failed",
      "payment.succeeded",
    ]);
  });

  it("a payer who never answers fails it when its half hour is over", async () => {
    const { data } = (await charge(mtn("339"))).body;
    await test.advance(29 * 60_000, 60_000);
    expect((await read(data.id)).status).toBe("PROCESSING");
    await test.advance(3 * 60_000, 10_000);
    expect(await read(data.id)).toMatchObject({ status: "FAILED", failureCode: "PAYMENT_CANCELLED" });
  });

  it("can be given back, with events that go on counting", async () => {
    const { data } = (await charge(mtn("789", 6))).body;
    await test.advance(3_000);
    const refund = await test.request("POST", `/payments/charges/${data.id}/refunds`, {
      body: { amount: "2000", reason: "OTHER" },
      headers: { "idempotency-key": "give back" },
    });
    expect(refund.status).toBe(201);
    await test.advance(60_000, 5_000);
    expect(await read(data.id)).toMatchObject({ amountRefunded: "2000", refundStatus: "PARTIAL" });
    expect((await payer.events(data.paymentIntentId)).slice(2)).toEqual([
      "refund.created",
      "refund.succeeded",
    ]);
  });
});

describe("what each method asks of the payer", () => {
  const wave = {
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { phone: "+2250707070789", operator: "WAVE", countryCode: "CI" },
    returnUrl,
  };
  it.each([
    ["MOBILE_MONEY with a page", wave, "REDIRECT"],
    ["CARD", { paymentMethod: "CARD", paymentDetails: {}, returnUrl }, "REDIRECT"],
    ["CARD, returnUrl in the details", { paymentMethod: "CARD", paymentDetails: { returnUrl } }, "REDIRECT"],
    ["QR", { paymentMethod: "QR", paymentDetails: { countryCode: "CI" } }, "DISPLAY_QR"],
  ])("%s", async (_name, body, nextStep) => {
    const { data } = (await charge(body)).body;
    expect(data).toMatchObject({ status: "REQUIRES_ACTION", nextStep });
    expect(nextStep === "REDIRECT" ? data.actionUrl : data.qrPayload).toMatch(/\S/);
    const later = await read(data.id);
    expect([later.actionUrl, later.qrPayload]).toEqual([data.actionUrl, data.qrPayload]);
    expect((await payer.intent(data.paymentIntentId)).status).toBe("REQUIRES_ACTION");
    if (nextStep === "REDIRECT") expect((await open(data.actionUrl)).status).toBe(200);
  });

  it("BANK_TRANSFER: instructions, and the simulator's bank apart from any next step", async () => {
    const { data } = (await charge({ paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI" } }))
      .body;
    expect(data).toMatchObject({
      nextStep: "POLL",
      actionUrl: null,
      instructions: { amount: "5000", currency: "XOF" },
    });
    expect(data.pollAfterMs).toBeGreaterThan(0);
    expect((await open(data.sandboxUrl)).headers.get("location")).toContain("/simulator/bank");
    expect(await read(data.id)).toMatchObject({ actionUrl: null, sandboxUrl: data.sandboxUrl });
  });

  it("CARD with the acquirer's token: nobody is sent anywhere", async () => {
    const paymentDetails = { cardToken: "tok_sim_success" };
    const { data } = (await charge({ paymentMethod: "CARD", paymentDetails })).body;
    await test.advance(3_000);
    expect(await read(data.id)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("WALLET: the payer approves with the PIN and comes back to the merchant", async () => {
    const wallet = test.payerWallets.find(({ currency, balance }) => currency === "XOF" && balance !== "0");
    const paymentDetails = { walletId: wallet?.walletId };
    const { data } = (await charge({ paymentMethod: "WALLET", paymentDetails, returnUrl })).body;
    expect(data).toMatchObject({ status: "REQUIRES_ACTION", nextStep: "REDIRECT" });
    const sent = await fetch(data.actionUrl, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ act: "pin", pin: wallet?.pin ?? "" }),
      redirect: "manual",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, returnUrl]);
    await test.advance(3_000);
    expect((await read(data.id)).status).toBe("SUCCEEDED");
  });
});

describe("what is refused, and leaves nothing behind", () => {
  const pan = "4242424242424242";
  it.each([
    ["no key", mtn("789"), { headers: {} }, 400, "IDEMPOTENCY_KEY_REQUIRED", null],
    ["a field that is not there", { ...mtn("789"), title: "x" }, {}, 400, "VALIDATION_ERROR", "title"],
    [
      "CARD without returnUrl",
      { paymentMethod: "CARD", paymentDetails: {} },
      {},
      400,
      "VALIDATION_ERROR",
      "returnUrl",
    ],
    [
      "returnUrl twice",
      { paymentMethod: "CARD", paymentDetails: { returnUrl }, returnUrl },
      {},
      400,
      "VALIDATION_ERROR",
      "returnUrl",
    ],
    [
      "a script as returnUrl",
      { ...mtn("789"), returnUrl: "javascript:alert(1)" },
      {},
      400,
      "VALIDATION_ERROR",
      "returnUrl",
    ],
    ["a number for an amount", { ...mtn("789"), amount: 5000 }, {}, 400, "VALIDATION_ERROR", "amount"],
    [
      "a field of another method",
      { paymentMethod: "QR", paymentDetails: { phone: "+2250500000789" } },
      {},
      400,
      "VALIDATION_ERROR",
      "paymentDetails.phone",
    ],
    ["a card number", { ...mtn("789"), description: pan }, {}, 400, "CARD_DATA_NOT_ALLOWED", null],
    [
      "a currency without a wallet",
      { ...mtn("789"), currency: "USD" },
      {},
      409,
      "PAYMENT_METHOD_NOT_AVAILABLE",
      null,
    ],
  ])("%s", async (_name, body, options, status, code, field) => {
    const before = [await rows("charges"), await rows("payment_intents"), await rows("checkout_sessions")];
    const answer = await charge(body, options);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    if (field !== null) expect(answer.body.error.details.fields[0].path).toBe(field);
    expect([await rows("charges"), await rows("payment_intents"), await rows("checkout_sessions")]).toEqual(
      before,
    );
  });
});

describe("a key that is used again", () => {
  const parallel = 50;
  const twins = (key: string, body: unknown) =>
    Array.from({ length: parallel }, () =>
      test.request("POST", "/payments/charges", { body, headers: { "idempotency-key": key } }),
    );

  it(`${parallel} at once: one payer is asked once, the others wait or repeat`, async () => {
    const body = { amount: "700", currency: "XOF", ...mtn("789", 7) };
    const [before, sent] = [await rows("charges"), wire.asked.filter(({ kind }) => kind === "start").length];
    const answers = await Promise.all(twins("at once", body));
    const created = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(new Set(others.map((answer) => answer.body.error.code))).toEqual(
      new Set(others.length === 0 ? [] : ["IDEMPOTENCY_REQUEST_IN_PROGRESS"]),
    );
    expect(await rows("charges")).toBe(before + 1);
    expect(wire.asked.filter(({ kind }) => kind === "start").length).toBe(sent + 1);
    const [later] = await Promise.all(twins("at once", body));
    expect(later?.headers.get("idempotency-replayed")).toBe("true");
    expect(later?.body).toEqual(created[0]?.body);
    await test.advance(3_000);
  });

  it("another body is refused, before and after the answer", async () => {
    const body = { amount: "700", currency: "XOF", ...mtn("789", 8) };
    const headers = { "idempotency-key": "another body" };
    const first = await test.request("POST", "/payments/charges", { body, headers });
    const other = await test.request("POST", "/payments/charges", {
      body: { ...body, amount: "800" },
      headers,
    });
    expect([first.status, other.status]).toEqual([201, 422]);
    await test.advance(3_000);
  });

  it("an answer that a dead process never gave is made from the charge, once nobody can be at it", async () => {
    const body = { amount: "700", currency: "XOF", ...mtn("789", 9) };
    const headers = { "idempotency-key": "dead" };
    const again = () => test.request("POST", "/payments/charges", { body, headers });
    const first = await again();
    // As the process would have left it: effect committed, answer not made.
    await test.owner.query({
      text: "update idempotency_keys set status = 0, body = '' where key = 'dead' and merchant_no = $1",
      values: [test.merchantNo],
    });
    const before = await rows("charges");
    const early = await again();
    expect(early.body.error.code).toBe("IDEMPOTENCY_REQUEST_IN_PROGRESS");
    // Nearly every answer is there within a moment.
    expect(early.headers.get("retry-after")).toBe("1");
    const mismatch = await test.request("POST", "/payments/charges", {
      body: { ...body, amount: "1" },
      headers,
    });
    expect(mismatch.body.error.code).toBe("IDEMPOTENCY_KEY_MISMATCH");
    const set = (status: string) =>
      test.owner.query({ text: "update merchants set status = $1", values: [status] });
    await set("SUSPENDED");
    await test.advance(10_000, 5_000);
    const later = await again();
    expect(later.body.error.code).toBe("IDEMPOTENCY_REQUEST_IN_PROGRESS");
    expect(later.headers.get("retry-after")).toBe("20");
    await test.advance(20_000, 5_000);
    // A request that would be refused today was accepted when it came.
    expect((await charge(mtn("789", 11))).body.error.code).toBe("MERCHANT_KYB_NOT_APPROVED");
    const repeated = await again();
    await set("ACTIVE");
    await test.advance(5_000);
    expect([repeated.status, repeated.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(repeated.body.data).toMatchObject({ id: first.body.data.id, status: "SUCCEEDED", nextStep: null });
    expect((await again()).body).toEqual(repeated.body);
    expect(await rows("charges")).toBe(before);
  });
});
