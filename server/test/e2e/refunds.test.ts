import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { expectEntriesBySource } from "../harness/entries-of-source.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { codeOf, openRefundSetup, type RefundSetup } from "../harness/refund-setup.ts";
import { mtn } from "../simulation/payer.ts";

/** A merchant's refunds: never more than was taken, never from money it does not have, never twice. */
let setup: RefundSetup;
beforeAll(async () => {
  setup = await openRefundSetup();
});
afterAll(() => setup?.test.stop());
afterEach(() => setup.calm());

const SEED = 4_242;
const MINUTE_MS = 60_000;

describe("what cannot be given back is refused and changes nothing", () => {
  it("more than the wallet has available: the fee of the only payment is missing", async () => {
    const { chargeId } = await setup.paid();
    const before = await setup.wallet();
    const answer = await setup.refund(chargeId);
    expect(codeOf(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    expect(answer.body.error.details).toMatchObject({ currency: "XOF", available: "4925", required: "5000" });
    expect(await setup.wallet()).toEqual(before);
    expect(await setup.read(`/payments/refunds?chargeId=${chargeId}`)).toEqual([]);
  });

  it("more than is left of the charge", async () => {
    const { chargeId } = await setup.paid();
    expect(codeOf(await setup.refund(chargeId, { amount: "5001" }))).toBe(
      "409 REFUND_AMOUNT_EXCEEDS_REMAINING",
    );
    await setup.accepted(chargeId, { amount: "4000" });
    const answer = await setup.refund(chargeId, { amount: "1001" });
    expect(codeOf(answer)).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
    expect(answer.body.error.details).toMatchObject({ remaining: "1000", requested: "1001" });
    await setup.accepted(chargeId, { amount: "1000" });
    expect(codeOf(await setup.refund(chargeId))).toBe("409 REFUND_AMOUNT_EXCEEDS_REMAINING");
  });

  it("a charge that brought nothing", async () => {
    const session = await setup.payer.newSession();
    const { data } = (await setup.payer.complete(session.id, mtn("049"))).body;
    expect(codeOf(await setup.refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE NOT_SUCCEEDED");
    await setup.test.advance(6_000);
    expect(codeOf(await setup.refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE NOT_SUCCEEDED");
  });

  it("money that is held: late money under review is an operator's to decide on", async () => {
    const session = await setup.payer.newSession({ latePaymentPolicy: "REVIEW", maxAttempts: 1 });
    const { data } = (await setup.payer.complete(session.id, mtn("229"))).body;
    await setup.test.advance(90_000, 5_000);
    expect(await setup.readCharge(data.chargeId)).toMatchObject({ status: "SUCCEEDED", late: true });
    expect(codeOf(await setup.refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE MONEY_HELD");
  });

  it("a charge or refund that does not exist", async () => {
    const nobody = `${"0".repeat(25)}0`;
    for (const id of [`ch_${nobody}`, `re_${nobody}`, "garbage"])
      expect(codeOf(await setup.refund(id))).toBe("404 RESOURCE_NOT_FOUND");
    expect(codeOf(await setup.cancel(`re_${nobody}`))).toBe("404 RESOURCE_NOT_FOUND");
    expect((await setup.test.request("GET", `/payments/refunds/re_${nobody}`)).status).toBe(404);
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
    const { chargeId } = await setup.paid("100");
    expect(codeOf(await setup.refund(chargeId, body))).toBe("400 VALIDATION_ERROR");
  });
});

describe("a refund", () => {
  it("in parts: reserved at once, given back once, told with every step", async () => {
    const { chargeId, intentId, sessionId } = await setup.paid();
    await setup.paid();
    const [before, refunded] = [await setup.wallet(), await setup.payer.refunded()];
    const first = await setup.accepted(chargeId, {
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
    expect(await setup.wallet()).toEqual({
      ...before,
      available: before.available - 2_000,
      reserved: before.reserved + 2_000,
    });
    expect(await setup.readCharge(chargeId)).toMatchObject({ amountRefunded: "0", refundStatus: "NONE" });

    await setup.settle();
    expect(await setup.readRefund(first.id)).toMatchObject({
      status: "SUCCEEDED",
      version: 3,
      feeRefunded: "0",
      providerTransactionId: expect.any(String),
      succeededAt: expect.any(String),
    });
    expect(await setup.readCharge(chargeId)).toMatchObject({
      amountRefunded: "2000",
      refundStatus: "PARTIAL",
    });

    const rest = await setup.accepted(chargeId);
    expect(rest).toMatchObject({ amount: "3000", reason: "OTHER", note: null });
    await setup.settle();
    expect(await setup.readCharge(chargeId)).toMatchObject({ amountRefunded: "5000", refundStatus: "FULL" });
    expect(await setup.payer.intent(intentId)).toMatchObject({ status: "SUCCEEDED", amountRefunded: "5000" });
    expect((await setup.payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect((await setup.payer.refunded()) - refunded).toBe(5_000);
    const after = await setup.wallet();
    expect(after).toEqual({
      ...before,
      available: before.available - 5_000,
      balance: before.balance - 5_000,
    });
    expect((await setup.payer.events(intentId)).slice(-4)).toEqual([
      "refund.created",
      "refund.succeeded",
      "refund.created",
      "refund.succeeded",
    ]);
  });

  it("without a body gives all of it back", async () => {
    const { chargeId } = await setup.paid("100");
    const answer = await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, {
      headers: setup.key(),
    });
    expect([answer.status, answer.body.data?.amount]).toEqual([201, "100"]);
    await setup.settle();
  });

  it("that the provider refuses: the money is available again and can be given back another way", async () => {
    const { chargeId, intentId } = await setup.paid();
    const [before, refunded] = [await setup.wallet(), await setup.payer.refunded()];
    const { id } = await setup.accepted(chargeId, { amount: "1049" });
    await setup.settle();
    expect(await setup.readRefund(id)).toMatchObject({
      status: "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
      failureMessage: expect.any(String),
      failedAt: expect.any(String),
    });
    expect(await setup.wallet()).toEqual(before);
    expect(await setup.payer.refunded()).toBe(refunded);
    expect((await setup.payer.events(intentId)).slice(-2)).toEqual(["refund.created", "refund.failed"]);
    expect(await setup.accepted(chargeId)).toMatchObject({ amount: "5000" });
  });

  it("is repeated by its key without a second one", async () => {
    const { chargeId } = await setup.paid();
    expect(codeOf(await setup.refund(chargeId, {}, {}))).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    const headers = setup.key();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => setup.refund(chargeId, { amount: "700" }, headers)),
    );
    expect(first?.status).toBe(201);
    for (const other of others) expect(other.body).toEqual(first?.body);
    expect(codeOf(await setup.refund(chargeId, { amount: "701" }, headers))).toBe(
      "422 IDEMPOTENCY_KEY_MISMATCH",
    );
    expect(await setup.read(`/payments/refunds?chargeId=${chargeId}`)).toHaveLength(1);
  });

  it("can be given while the merchant is under review, when nothing new can be sold", async () => {
    const { chargeId } = await setup.paid();
    const kyb = (status: string) =>
      setup.test.owner.query({
        text: "update kyb_dossiers set status = $1, submitted_at = created_at where merchant_no = $2",
        values: [status, setup.test.merchantNo],
      });
    await kyb("IN_REVIEW");
    await setup.test.advance(10 * MINUTE_MS, 5 * MINUTE_MS);
    try {
      const sale = await setup.test.request("POST", "/checkout/sessions", {
        body: { amount: "5000", currency: "XOF", title: "Commande" },
      });
      expect(codeOf(sale)).toContain("400 MERCHANT_KYB_");
      const { id } = await setup.accepted(chargeId, { amount: "500" });
      await setup.settle();
      expect((await setup.readRefund(id)).status).toBe("SUCCEEDED");
    } finally {
      await kyb("APPROVED");
      await setup.test.advance(10 * MINUTE_MS, 5 * MINUTE_MS);
    }
  });
});

describe("cancelling", () => {
  it("a refund that was not sent gives the money back to the wallet; again changes nothing", async () => {
    const { chargeId } = await setup.paid();
    const before = await setup.wallet();
    const { id } = await setup.accepted(chargeId, { amount: "1500" });
    const answer = await setup.cancel(id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id,
      status: "CANCELLED",
      version: 2,
      cancelledAt: expect.any(String),
    });
    expect(await setup.wallet()).toEqual(before);
    expect((await setup.cancel(id)).body.data).toEqual(answer.body.data);
    expect(await setup.wallet()).toEqual(before);
    const refunded = await setup.payer.refunded();
    await setup.settle();
    expect(await setup.payer.refunded()).toBe(refunded);
    expect(await setup.accepted(chargeId)).toMatchObject({ amount: "5000" });
  });

  it("one that was sent, or that the service gives by itself, is refused", async () => {
    const { chargeId } = await setup.paid();
    const { id } = await setup.accepted(chargeId, { amount: "1500" });
    await setup.test.advance(6_000);
    expect((await setup.readRefund(id)).status).toBe("PROCESSING");
    expect(codeOf(await setup.cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
    await setup.settle();
    expect(codeOf(await setup.cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
  });

  it("and sending at the same moment: one of them wins, whole", async () => {
    const { chargeId } = await setup.paid();
    const { id } = await setup.accepted(chargeId, { amount: "1500" });
    setup.test.clock.advance(5_000);
    const [answer] = await Promise.all([setup.cancel(id), setup.test.app.loops.refunds?.runOnce()]);
    await setup.settle();
    expect((await setup.readRefund(id)).status).toBe(answer.status === 200 ? "CANCELLED" : "SUCCEEDED");
  });
});

describe("many refunds of one charge at the same time", () => {
  const PARALLEL = 50;

  it("50 of 300 F of a charge of 5 000 F: 16 are given, none too many", async () => {
    const { chargeId } = await setup.paid();
    const [before, refunded] = [await setup.wallet(), await setup.payer.refunded()];
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => setup.refund(chargeId, { amount: "300" })),
    );
    const outcomes = answers.map(codeOf).toSorted();
    expect(outcomes.filter((outcome) => outcome === "201")).toHaveLength(16);
    expect(outcomes.slice(16)).toEqual(
      Array.from({ length: PARALLEL - 16 }, () => "409 REFUND_AMOUNT_EXCEEDS_REMAINING"),
    );
    await expectInvariants(setup.test.owner);
    expect((await setup.wallet()).reserved - before.reserved).toBe(4_800);
    await setup.settle(4);
    expect(await setup.readCharge(chargeId)).toMatchObject({
      amountRefunded: "4800",
      refundStatus: "PARTIAL",
    });
    expect((await setup.payer.refunded()) - refunded).toBe(4_800);
  });

  it(`50 of all sizes, some cancelled and some that fail: never more than was taken (seed ${SEED})`, async () => {
    const random = createSeededRandom(SEED);
    const { chargeId } = await setup.paid("50000");
    const refunded = await setup.payer.refunded();
    const amounts = Array.from({ length: PARALLEL }, (_none, index) => {
      const thousands = Math.floor(random.unit() * 3) * 1_000;
      // One in three fails at the provider; full hundreds are in none of its other scenarios.
      return index % 3 === 0 ? thousands + 49 : thousands + 100 + Math.floor(random.unit() * 8) * 100;
    });
    const answers = await Promise.all(
      amounts.map((amount) => setup.refund(chargeId, { amount: `${amount}` })),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const given = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
    const asked = given.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(asked).toBeLessThanOrEqual(50_000);
    await Promise.all(given.filter((_refund, index) => index % 4 === 0).map(({ id }) => setup.cancel(id)));
    await expectInvariants(setup.test.owner);
    await setup.settle(4);
    const charge = await setup.readCharge(chargeId);
    const ends: readonly { status: string; amount: string }[] = await setup.read(
      `/payments/refunds?chargeId=${chargeId}&pageSize=100`,
    );
    const back = ends.filter(({ status }) => status === "SUCCEEDED");
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["SUCCEEDED", "FAILED", "CANCELLED"]));
    expect(Number(charge.amountRefunded)).toBe(back.reduce((sum, { amount }) => sum + Number(amount), 0));
    expect((await setup.payer.refunded()) - refunded).toBe(Number(charge.amountRefunded));
    expect((await setup.wallet()).available).toBeGreaterThanOrEqual(0);
  });

  it("whole charges out of a wallet that does not have enough: never below zero", async () => {
    const charges: string[] = [];
    for (let index = 0; index < 4; index += 1) charges.push((await setup.paid("300000")).chargeId);
    const { available } = await setup.wallet();
    const answers = await Promise.all(charges.map((chargeId) => setup.refund(chargeId)));
    const given = answers.filter(({ status }) => status === 201).length;
    expect(given).toBe(Math.min(charges.length, Math.floor(available / 300_000)));
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(codeOf(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    expect((await setup.wallet()).available).toBe(available - given * 300_000);
    await setup.settle();
  });
});

describe("the list", () => {
  it("shows what was given back, by status, charge, intent and time", async () => {
    const fromMs = setup.test.clock.nowMs();
    const from = new Date(fromMs).toISOString();
    const one = await setup.paid();
    const two = await setup.paid();
    const first = await setup.accepted(one.chargeId, { amount: "100" });
    const second = await setup.accepted(one.chargeId, { amount: "1049" });
    await setup.settle();
    const third = await setup.accepted(two.chargeId, { amount: "200" });
    const ids = async (query: string) =>
      (await setup.read(`/payments/refunds?${query}`)).map(({ id }: { id: string }) => id);
    expect(await ids(`createdFrom=${from}`)).toEqual([third.id, second.id, first.id]);
    expect(await ids(`createdFrom=${from}&sort=createdAt`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`createdFrom=${from}&status=SUCCEEDED,FAILED`)).toEqual([second.id, first.id]);
    expect(await ids(`chargeId=${one.chargeId}&status=FAILED`)).toEqual([second.id]);
    expect(await ids(`paymentIntentId=${two.intentId}`)).toEqual([third.id]);
    expect(await ids(`createdFrom=${from}&currency=EUR`)).toEqual([]);
    expect(await ids(`q=${first.id}`)).toEqual([first.id]);
    expect(await ids(`q=${one.chargeId}`)).toEqual([second.id, first.id]);
    expect(await ids(`q=${two.intentId}`)).toEqual([third.id]);
    const { provider, shortReference } = await setup.readCharge(two.chargeId);
    expect(await ids(`q=${shortReference}`)).toEqual([third.id]);
    expect(await ids(`q=${provider.transactionId}`)).toEqual([third.id]);
    const [{ providerTransactionId }] = await setup.read(`/payments/refunds?q=${first.id}`);
    expect(await ids(`q=${providerTransactionId}`)).toEqual([first.id]);
    expect(await ids("q=nothing")).toEqual([]);
    expect(await ids(`createdTo=${from}&pageSize=100`)).not.toContain(first.id);
    expect(await ids(`starting_after=${second.id}&pageSize=1`)).toEqual([first.id]);
    const page = await setup.test.request("GET", `/payments/refunds?createdFrom=${from}&pageSize=2`);
    expect(page.body.meta).toMatchObject({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
    for (const query of [
      "colour=red",
      "status=GONE",
      "chargeId=nothing",
      "paymentIntentId=ch_1",
      "pageSize=101",
    ])
      expect((await setup.test.request("GET", `/payments/refunds?${query}`)).status, query).toBe(400);
  });

  it("shows the refunds that the service made itself, which cannot be cancelled", async () => {
    const session = await setup.payer.newSession({ latePaymentPolicy: "REFUND", maxAttempts: 1 });
    const { data } = (await setup.payer.complete(session.id, mtn("229"))).body;
    await setup.test.advance(90_000, 5_000);
    const [automatic] = await setup.read(`/payments/refunds?chargeId=${data.chargeId}`);
    expect(automatic).toMatchObject({
      automatic: true,
      status: "SUCCEEDED",
      reason: "LATE_PAYMENT",
      amount: "5000",
    });
    expect(codeOf(await setup.cancel(automatic.id))).toBe("409 REFUND_NOT_CANCELLABLE");
    expect(parsePublicId("refund", automatic.id)).not.toBeNull();
    expect(codeOf(await setup.refund(data.chargeId))).toBe("409 CHARGE_NOT_REFUNDABLE MONEY_HELD");
  });
});

describe("entries of one object", () => {
  const entriesOf = async (query: string) => {
    const wallets: { id: string; currency: string }[] = await setup.read("/payments/wallets");
    const wallet = wallets.find(({ currency }) => currency === "XOF");
    return setup.test.request("GET", `/payments/wallets/${wallet?.id}/entries?${query}`);
  };

  it("are those of the whole list that name it", async () => {
    const types = await expectEntriesBySource(setup.test);
    expect([...types]).toEqual(expect.arrayContaining(["CHARGE", "FEE", "REFUND", "HOLD", "RELEASE"]));
  });

  it("of a payment are those of its charge and its refunds, in pages and with the other filters", async () => {
    const { chargeId } = await setup.paid();
    await setup.accepted(chargeId, { amount: "700" });
    await setup.test.advance(10_000, 1_000);
    const { paymentIntentId } = await setup.readCharge(chargeId);
    const { body } = await entriesOf(`sourceId=${paymentIntentId}`);
    const sources = body.data.map(({ sourceType }: { sourceType: string }) => sourceType);
    expect([...new Set(sources)]).toEqual(["refund", "charge"]);
    const first = (await entriesOf(`sourceId=${paymentIntentId}&limit=2`)).body;
    const rest = (await entriesOf(`sourceId=${paymentIntentId}&starting_after=${first.meta.nextCursor}`))
      .body;
    expect([...first.data, ...rest.data]).toEqual(body.data);
    const back = (await entriesOf(`sourceId=${paymentIntentId}&limit=1&ending_before=${rest.data[0].id}`))
      .body;
    expect(back.data).toEqual(first.data.slice(-1));
    const fees = (await entriesOf(`sourceId=${paymentIntentId}&type=FEE&sort=createdAt`)).body.data;
    expect(fees).toMatchObject([{ sourceId: chargeId, type: "FEE" }]);
    const none = await entriesOf(`sourceId=${chargeId}&createdTo=2020-01-01T00:00:00Z`);
    expect(none.body.data).toEqual([]);
  });

  it("of nothing that was booked are none, and other words are refused", async () => {
    expect((await entriesOf(`sourceId=ch_${"0".repeat(26)}`)).body.data).toEqual([]);
    for (const sourceId of ["garbage", "cs_1", `wal_${"0".repeat(26)}`, ""]) {
      const { status, body } = await entriesOf(`sourceId=${sourceId}`);
      expect([status, body.error.details.fields[0].path], sourceId).toEqual([400, "sourceId"]);
    }
  });
});
