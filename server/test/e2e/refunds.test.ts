import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRefunds } from "../../src/modules/payments/refunds/index.ts";
import { createProviders } from "../../src/providers/registry.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** Money that a merchant gives back: never more than was taken, never out of what it does not have, never twice. */
const wire = createWire();
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  test = await startTestApp({ exit: wire.wrap });
  payer = createPayer(test);
});
afterAll(() => test.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

const SEED = 4_242;
const MINUTE_MS = 60_000;

let unique = 0;
const key = () => {
  unique += 1;
  return { "idempotency-key": `refund ${unique}` };
};

/** A paid session: what its charge is called. */
async function paid(amount = "5000"): Promise<{ chargeId: string; intentId: string; sessionId: string }> {
  const session = await payer.newSession({ amount });
  const { data } = (await payer.complete(session.id, mtn("789"))).body;
  await test.advance(3_000);
  expect((await payer.status(session.id)).status).toBe("SUCCEEDED");
  return { chargeId: data.chargeId, intentId: data.paymentIntentId, sessionId: session.id };
}

/** Until refunds are through: time to be cancelled, to be carried out, and to be asked about again after a slow answer. */
const settle = (minutes = 1) => test.advance(minutes * MINUTE_MS, 5_000);
const refund = (chargeId: string, body: unknown = {}, headers: Record<string, string> = key()) =>
  test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers });
const cancel = (id: string) => test.request("POST", `/payments/refunds/${id}/cancel`);
const read = async (path: string) => (await test.request("GET", path)).body.data;
const readRefund = (id: string) => read(`/payments/refunds/${id}`);
const readCharge = (id: string) => read(`/payments/charges/${id}`);

async function accepted(chargeId: string, body: unknown = {}) {
  const answer = await refund(chargeId, body);
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  return answer.body.data;
}

const codeOf = ({ status, body }: Answer) =>
  status < 400
    ? `${status}`
    : `${status} ${body.error.code}${body.error.details.reason ? ` ${body.error.details.reason}` : ""}`;

/** The XOF wallet in whole francs. */
async function wallet() {
  const wallets: readonly Record<string, string>[] = await read("/payments/wallets");
  const xof = wallets.find(({ currency }) => currency === "XOF") ?? {};
  const of = (account: string) => Number(xof[account]);
  return { available: of("available"), reserved: of("reserved"), held: of("held"), balance: of("balance") };
}

describe("what cannot be given back is refused and changes nothing", () => {
  it("more than the wallet has available: the fee of the only payment is missing", async () => {
    const { chargeId } = await paid();
    const before = await wallet();
    const answer = await refund(chargeId);
    expect(codeOf(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    expect(answer.body.error.details).toMatchObject({ currency: "XOF", available: "4925", required: "5000" });
    expect(await wallet()).toEqual(before);
    expect(await read(`/payments/refunds?chargeId=${chargeId}`)).toEqual([]);
  });

  it("more than is left of the charge", async () => {
    const { chargeId } = await paid();
    expect(codeOf(await refund(chargeId, { amount: "5001" }))).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
    await accepted(chargeId, { amount: "4000" });
    const answer = await refund(chargeId, { amount: "1001" });
    expect(codeOf(answer)).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
    expect(answer.body.error.details).toMatchObject({ remaining: "1000", requested: "1001" });
    await accepted(chargeId, { amount: "1000" });
    expect(codeOf(await refund(chargeId))).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
  });

  it("a charge that brought nothing", async () => {
    const session = await payer.newSession();
    const { data } = (await payer.complete(session.id, mtn("049"))).body;
    expect(codeOf(await refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE NOT_SUCCEEDED");
    await test.advance(6_000);
    expect(codeOf(await refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE NOT_SUCCEEDED");
  });

  it("money that is held: late money under review is an operator's to decide on", async () => {
    const session = await payer.newSession({ latePaymentPolicy: "REVIEW", maxAttempts: 1 });
    const { data } = (await payer.complete(session.id, mtn("229"))).body;
    await test.advance(90_000, 5_000);
    expect(await readCharge(data.chargeId)).toMatchObject({ status: "SUCCEEDED", late: true });
    expect(codeOf(await refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE MONEY_HELD");
  });

  it("a charge or refund that does not exist", async () => {
    const nobody = `${"0".repeat(25)}0`;
    for (const id of [`ch_${nobody}`, `re_${nobody}`, "garbage"])
      expect(codeOf(await refund(id))).toBe("404 RESOURCE_NOT_FOUND");
    expect(codeOf(await cancel(`re_${nobody}`))).toBe("404 RESOURCE_NOT_FOUND");
    expect((await test.request("GET", `/payments/refunds/re_${nobody}`)).status).toBe(404);
  });

  it.each([
    { amount: 100 },
    { amount: "0" },
    { amount: "-5" },
    { amount: "1.5" },
    { reason: "BORED" },
    { note: "x".repeat(501) },
    { metadata: { a: 1 } },
    { currency: "XOF" },
  ])("a body that is not right: %j", async (body) => {
    const { chargeId } = await paid("100");
    expect(codeOf(await refund(chargeId, body))).toBe("400 VALIDATION_ERROR");
  });
});

describe("a refund", () => {
  it("in parts: reserved at once, given back once, told with every step", async () => {
    const { chargeId, intentId, sessionId } = await paid();
    await paid();
    const [before, refunded] = [await wallet(), await payer.refunded()];
    const first = await accepted(chargeId, {
      amount: "2000",
      reason: "REQUESTED_BY_PAYER",
      note: "One of two tickets",
      metadata: { ticket: "T-19" },
    });
    expect(first).toMatchObject({
      object: "refund",
      mode: "SANDBOX",
      chargeId,
      paymentIntentId: intentId,
      amount: "2000",
      currency: "XOF",
      status: "PENDING",
      reason: "REQUESTED_BY_PAYER",
      note: "One of two tickets",
      route: "ORIGINAL_RAIL",
      automatic: false,
      failureCode: null,
      metadata: { ticket: "T-19" },
      version: 1,
    });
    expect(await wallet()).toEqual({
      ...before,
      available: before.available - 2_000,
      reserved: before.reserved + 2_000,
    });
    expect(await readCharge(chargeId)).toMatchObject({ amountRefunded: "0", refundStatus: "NONE" });

    await settle();
    expect(await readRefund(first.id)).toMatchObject({
      status: "SUCCEEDED",
      version: 3,
      feeRefunded: "0",
      providerTransactionId: expect.any(String),
      succeededAt: expect.any(String),
    });
    expect(await readCharge(chargeId)).toMatchObject({ amountRefunded: "2000", refundStatus: "PARTIAL" });

    const rest = await accepted(chargeId);
    expect(rest).toMatchObject({ amount: "3000", reason: "OTHER", note: null });
    await settle();
    expect(await readCharge(chargeId)).toMatchObject({ amountRefunded: "5000", refundStatus: "FULL" });
    expect(await payer.intent(intentId)).toMatchObject({ status: "SUCCEEDED", amountRefunded: "5000" });
    expect((await payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect((await payer.refunded()) - refunded).toBe(5_000);
    const after = await wallet();
    expect(after).toEqual({
      ...before,
      available: before.available - 5_000,
      balance: before.balance - 5_000,
    });
    expect((await payer.events(intentId)).slice(-4)).toEqual([
      "refund.created",
      "refund.succeeded",
      "refund.created",
      "refund.succeeded",
    ]);
  });

  it("without a body gives all of it back", async () => {
    const { chargeId } = await paid("100");
    const answer = await test.request("POST", `/payments/charges/${chargeId}/refunds`, { headers: key() });
    expect([answer.status, answer.body.data?.amount]).toEqual([201, "100"]);
    await settle();
  });

  it("that the provider refuses: the money is available again and can be given back another way", async () => {
    const { chargeId, intentId } = await paid();
    const [before, refunded] = [await wallet(), await payer.refunded()];
    const { id } = await accepted(chargeId, { amount: "1049" });
    await settle();
    expect(await readRefund(id)).toMatchObject({
      status: "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
      failureMessage: expect.any(String),
      failedAt: expect.any(String),
    });
    expect(await wallet()).toEqual(before);
    expect(await payer.refunded()).toBe(refunded);
    expect((await payer.events(intentId)).slice(-2)).toEqual(["refund.created", "refund.failed"]);
    expect(await accepted(chargeId)).toMatchObject({ amount: "5000" });
  });

  it("is repeated by its key without a second one", async () => {
    const { chargeId } = await paid();
    expect(codeOf(await refund(chargeId, {}, {}))).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    const headers = key();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => refund(chargeId, { amount: "700" }, headers)),
    );
    expect(first?.status).toBe(201);
    for (const other of others) expect(other.body).toEqual(first?.body);
    expect(codeOf(await refund(chargeId, { amount: "701" }, headers))).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    expect(await read(`/payments/refunds?chargeId=${chargeId}`)).toHaveLength(1);
  });

  it("can be given while the merchant is under review, when nothing new can be sold", async () => {
    const { chargeId } = await paid();
    const kyb = (status: string) =>
      test.owner.query({
        text: "update kyb_dossiers set status = $1, submitted_at = created_at where merchant_no = $2",
        values: [status, test.merchantNo],
      });
    await kyb("IN_REVIEW");
    await test.advance(10 * MINUTE_MS, 5 * MINUTE_MS);
    try {
      const sale = await test.request("POST", "/checkout/sessions", {
        body: { amount: "5000", currency: "XOF", title: "Commande" },
      });
      expect(codeOf(sale)).toContain("400 MERCHANT_KYB_");
      const { id } = await accepted(chargeId, { amount: "500" });
      await settle();
      expect((await readRefund(id)).status).toBe("SUCCEEDED");
    } finally {
      await kyb("APPROVED");
      await test.advance(10 * MINUTE_MS, 5 * MINUTE_MS);
    }
  });
});

describe("late money that the provider does not take back", () => {
  it("stays held, and its charge waits for a person", async () => {
    const before = await wallet();
    const session = await payer.newSession({
      latePaymentPolicy: "REFUND",
      maxAttempts: 1,
      amount: "5019",
    });
    const { data } = (await payer.complete(session.id, mtn("229"))).body;
    await test.advance(90_000, 5_000);
    expect(await readCharge(data.chargeId)).toMatchObject({
      status: "SUCCEEDED",
      late: true,
      reviewReason: "REFUND_FAILED",
      amountRefunded: "0",
    });
    const [automatic] = await read(`/payments/refunds?chargeId=${data.chargeId}`);
    expect(automatic).toMatchObject({ automatic: true, status: "FAILED", failureCode: "LIMIT_EXCEEDED" });
    expect(await wallet()).toEqual({
      ...before,
      held: before.held + 5_019,
      balance: before.balance + 5_019,
    });
    const audited = await test.owner.query({
      text: "select action from audit_log where subject = $1 order by created_at, id",
      values: [data.chargeId],
    });
    expect(audited).toEqual([{ action: "charge.confirmed_late" }, { action: "charge.held_for_review" }]);
  });
});

describe("cancelling", () => {
  it("a refund that was not sent gives the money back to the wallet; again changes nothing", async () => {
    const { chargeId } = await paid();
    const before = await wallet();
    const { id } = await accepted(chargeId, { amount: "1500" });
    const answer = await cancel(id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id,
      status: "CANCELLED",
      version: 2,
      cancelledAt: expect.any(String),
    });
    expect(await wallet()).toEqual(before);
    expect((await cancel(id)).body.data).toEqual(answer.body.data);
    expect(await wallet()).toEqual(before);
    const refunded = await payer.refunded();
    await settle();
    expect(await payer.refunded()).toBe(refunded);
    expect(await accepted(chargeId)).toMatchObject({ amount: "5000" });
  });

  it("one that was sent, or that the service gives by itself, is refused", async () => {
    const { chargeId } = await paid();
    const { id } = await accepted(chargeId, { amount: "1500" });
    await test.advance(6_000);
    expect((await readRefund(id)).status).toBe("PROCESSING");
    expect(codeOf(await cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
    await settle();
    expect(codeOf(await cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
  });

  it("and sending at the same moment: one of them wins, whole", async () => {
    const { chargeId } = await paid();
    const { id } = await accepted(chargeId, { amount: "1500" });
    test.clock.advance(5_000);
    const [answer] = await Promise.all([cancel(id), test.app.loops.refunds?.runOnce()]);
    await settle();
    expect((await readRefund(id)).status).toBe(answer.status === 200 ? "CANCELLED" : "SUCCEEDED");
  });
});

describe("an unknown outcome", () => {
  it.each([
    ["never answered", "1239"],
    ["reset", "1249"],
    ["a web page", "1259"],
    ["500", "1289"],
    ["forgotten", "1309"],
  ])("%s: is one refund", async (_name, amount) => {
    const { chargeId } = await paid();
    const refunded = await payer.refunded();
    const { id } = await accepted(chargeId, { amount });
    await test.advance(MINUTE_MS, 5_000);
    expect((await readRefund(id)).status).toBe("SUCCEEDED");
    expect((await payer.refunded()) - refunded).toBe(Number(amount));
  });

  it("that lasts keeps the money reserved, and is IN_RECONCILIATION after fifteen minutes", async () => {
    const { chargeId } = await paid();
    const before = await wallet();
    const { id } = await accepted(chargeId, { amount: "4329" });
    await test.advance(MINUTE_MS, 5_000);
    expect((await readRefund(id)).status).toBe("PROCESSING");
    await test.advance(40 * MINUTE_MS, 5 * MINUTE_MS);
    expect(await readRefund(id)).toMatchObject({ status: "IN_RECONCILIATION", failureCode: null });
    expect((await wallet()).reserved).toBe(before.reserved + 4_329);
    expect(codeOf(await refund(chargeId, { amount: "1000" }))).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
    expect(codeOf(await cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
  });
});

describe("many refunds of one charge at the same time", () => {
  const PARALLEL = 50;

  it("50 of 300 F of a charge of 5 000 F: 16 are given, none too many", async () => {
    const { chargeId } = await paid();
    const [before, refunded] = [await wallet(), await payer.refunded()];
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => refund(chargeId, { amount: "300" })),
    );
    const outcomes = answers.map(codeOf).toSorted();
    expect(outcomes.filter((outcome) => outcome === "201")).toHaveLength(16);
    expect(outcomes.slice(16)).toEqual(
      Array.from({ length: PARALLEL - 16 }, () => "409 REFUND_AMOUNT_EXCEEDS_REMAINING"),
    );
    await expectInvariants(test.owner);
    expect((await wallet()).reserved - before.reserved).toBe(4_800);
    await settle(4);
    expect(await readCharge(chargeId)).toMatchObject({ amountRefunded: "4800", refundStatus: "PARTIAL" });
    expect((await payer.refunded()) - refunded).toBe(4_800);
  });

  it(`50 of all sizes, some cancelled and some that fail: never more than was taken (seed ${SEED})`, async () => {
    const random = createSeededRandom(SEED);
    const { chargeId } = await paid("50000");
    const refunded = await payer.refunded();
    const amounts = Array.from({ length: PARALLEL }, (_none, index) => {
      const thousands = Math.floor(random.unit() * 3) * 1_000;
      // One in three fails at the provider.
      return index % 3 === 0 ? thousands + 49 : thousands + 100 + Math.floor(random.unit() * 800);
    });
    const answers = await Promise.all(amounts.map((amount) => refund(chargeId, { amount: `${amount}` })));
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const given = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
    const asked = given.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(asked).toBeLessThanOrEqual(50_000);
    await Promise.all(given.filter((_refund, index) => index % 4 === 0).map(({ id }) => cancel(id)));
    await expectInvariants(test.owner);
    await settle(4);
    const charge = await readCharge(chargeId);
    const ends: readonly { status: string; amount: string }[] = await read(
      `/payments/refunds?chargeId=${chargeId}&pageSize=100`,
    );
    const back = ends.filter(({ status }) => status === "SUCCEEDED");
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["SUCCEEDED", "FAILED", "CANCELLED"]));
    expect(Number(charge.amountRefunded)).toBe(back.reduce((sum, { amount }) => sum + Number(amount), 0));
    expect((await payer.refunded()) - refunded).toBe(Number(charge.amountRefunded));
    expect((await wallet()).available).toBeGreaterThanOrEqual(0);
  });

  it("whole charges out of a wallet that does not have enough: never below zero", async () => {
    const charges: string[] = [];
    for (let index = 0; index < 4; index += 1) charges.push((await paid("300000")).chargeId);
    const { available } = await wallet();
    const answers = await Promise.all(charges.map((chargeId) => refund(chargeId)));
    const given = answers.filter(({ status }) => status === 201).length;
    expect(given).toBe(Math.min(charges.length, Math.floor(available / 300_000)));
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(codeOf(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    expect((await wallet()).available).toBe(available - given * 300_000);
    await settle();
  });
});

describe("the fee", () => {
  const policy = (value: "KEEP" | "RETURN") =>
    test.owner.query({ text: "update tenants set refund_fee_policy = $1", values: [value] });

  it("goes back pro rata where the tenant gives it back: all parts together are the fee, and no more", async () => {
    await policy("RETURN");
    try {
      const { chargeId } = await paid("10007");
      const { fee } = await readCharge(chargeId);
      const before = await wallet();
      const parts = ["3333", "3337", "3337"];
      const ids: string[] = [];
      for (const amount of parts) {
        ids.push((await accepted(chargeId, { amount })).id);
        await settle();
      }
      const returned = await Promise.all(ids.map(async (id) => Number((await readRefund(id)).feeRefunded)));
      expect(returned.every((part) => part > 0)).toBe(true);
      expect(returned.reduce((sum, part) => sum + part, 0)).toBe(Number(fee));
      expect((await wallet()).available).toBe(before.available - 10_007 + Number(fee));
    } finally {
      await policy("KEEP");
    }
  });

  it("policy is an operator's act, and audited", async () => {
    const refunds = withoutRefunds();
    const { tenantId } = await test.app.merchants.profile(test.merchantNo);
    for (const each of ["RETURN", "RETURN", "KEEP"] as const)
      await refunds.setFeePolicy(tenantId, each, systemActor);
    const rows = await test.owner.query({
      text: "select before, after from audit_log where action = 'tenant.refund_fee_policy_changed' order by created_at, id",
    });
    expect(rows).toEqual(
      expect.arrayContaining([
        { before: "KEEP", after: "RETURN" },
        { before: "RETURN", after: "KEEP" },
      ]),
    );
    expect(rows).toHaveLength(2);
  });
});

/** The service as it is for a rail that cannot give money back by itself. */
function withoutRefunds() {
  const { app, db, clock, keyring } = test;
  const connector = createSimulatorConnector({
    httpOut: () => Promise.reject(new Error("creating a refund asks nobody")),
  });
  return createRefunds({
    db,
    clock,
    keyring,
    ids: app.ids,
    merchants: app.merchants,
    routing: app.routing,
    providers: createProviders([{ ...connector, canRefund: false }]),
    wakeWebhooks: () => {},
  });
}

describe("a rail that cannot refund", () => {
  const payouts = async () =>
    (
      await test.owner.query<{ amount: bigint }>({
        text: "select amount from simulator.book where kind = 'PAYOUT'",
      })
    ).map(({ amount }) => Number(amount));

  it("pays the phone that paid, once, also when the answer is lost", async () => {
    const { chargeId, intentId } = await paid();
    const before = await payouts();
    const made = await withoutRefunds().create(test.merchantNo, chargeId, { amount: "1200" }, null);
    expect(made).toMatchObject({ status: "PENDING", route: "PAYOUT_TO_PAYER" });
    wire.faults.failNext("TIMEOUT_AFTER");
    await test.advance(5_000, 5_000);
    expect((await readRefund(made.id)).status).toBe("PROCESSING");
    await test.advance(MINUTE_MS, 5_000);
    expect(await readRefund(made.id)).toMatchObject({ status: "SUCCEEDED", route: "PAYOUT_TO_PAYER" });
    expect((await payouts()).slice(before.length)).toEqual([1_200]);
    expect(await readCharge(chargeId)).toMatchObject({ amountRefunded: "1200", refundStatus: "PARTIAL" });
    expect((await payer.events(intentId)).at(-1)).toBe("refund.succeeded");
  });

  it("and a payer without a phone: is refused before anything is reserved", async () => {
    const session = await payer.newSession();
    const { data } = (
      await test.request("POST", `/checkout/pay/${session.id}/complete`, {
        apiKey: null,
        body: { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://shop.example/back" } },
      })
    ).body;
    const before = await wallet();
    await expect(withoutRefunds().create(test.merchantNo, data.chargeId, {}, null)).rejects.toMatchObject({
      declaration: { name: "CHARGE_NOT_REFUNDABLE" },
    });
    expect(await wallet()).toEqual(before);
  });
});

describe("the list", () => {
  it("shows what was given back, by status, charge, intent and time", async () => {
    const fromMs = test.clock.nowMs();
    const from = new Date(fromMs).toISOString();
    const one = await paid();
    const two = await paid();
    const first = await accepted(one.chargeId, { amount: "100" });
    const second = await accepted(one.chargeId, { amount: "1049" });
    await settle();
    const third = await accepted(two.chargeId, { amount: "200" });
    const ids = async (query: string) =>
      (await read(`/payments/refunds?${query}`)).map(({ id }: { id: string }) => id);
    expect(await ids(`createdFrom=${from}`)).toEqual([third.id, second.id, first.id]);
    expect(await ids(`createdFrom=${from}&sort=createdAt`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`createdFrom=${from}&status=SUCCEEDED,FAILED`)).toEqual([second.id, first.id]);
    expect(await ids(`chargeId=${one.chargeId}&status=FAILED`)).toEqual([second.id]);
    expect(await ids(`paymentIntentId=${two.intentId}`)).toEqual([third.id]);
    expect(await ids(`createdFrom=${from}&currency=EUR`)).toEqual([]);
    expect(await ids(`createdTo=${from}&pageSize=100`)).not.toContain(first.id);
    expect(await ids(`starting_after=${second.id}&pageSize=1`)).toEqual([first.id]);
    const page = await test.request("GET", `/payments/refunds?createdFrom=${from}&pageSize=2`);
    expect(page.body.meta).toMatchObject({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
    for (const query of [
      "colour=red",
      "status=GONE",
      "chargeId=nothing",
      "paymentIntentId=ch_1",
      "pageSize=101",
    ])
      expect((await test.request("GET", `/payments/refunds?${query}`)).status, query).toBe(400);
  });

  it("shows the refunds that the service gave by itself, which nobody cancels", async () => {
    const session = await payer.newSession({ latePaymentPolicy: "REFUND", maxAttempts: 1 });
    const { data } = (await payer.complete(session.id, mtn("229"))).body;
    await test.advance(90_000, 5_000);
    const [automatic] = await read(`/payments/refunds?chargeId=${data.chargeId}`);
    expect(automatic).toMatchObject({
      automatic: true,
      status: "SUCCEEDED",
      reason: "LATE_PAYMENT",
      amount: "5000",
    });
    expect(codeOf(await cancel(automatic.id))).toBe("409 REFUND_NOT_CANCELLABLE");
    expect(parsePublicId("refund", automatic.id)).not.toBeNull();
    expect(codeOf(await refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE MONEY_HELD");
  });
});
