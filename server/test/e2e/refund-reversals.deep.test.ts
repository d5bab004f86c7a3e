import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { STRIPE } from "../../src/providers/stripe/connector.ts";
import { keyOf, stripeStandIn } from "../../src/providers/stripe/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Refunds that a provider reported as successful, and that fail afterwards: Stripe's card `pm_card_refundFail`. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
beforeAll(async () => {
  setup = await openConnectorSetup(STRIPE, { method: "CARD" });
  standIn = await openStandIn(stripeStandIn, {
    clock: setup.test.clock,
    random: createSeededRandom(1),
    // Long after the refund.
    settleAfterMs: 3_600_000,
  });
  const settings = stripeStandIn.accountSettings(standIn.url, "first");
  const account = await setup.addAccount({ ...settings, secretKey: keyOf("test", "first") });
  standIn.setCallbackUrl("first", account.callbackUrl);
});
afterAll(async () => {
  await standIn?.close();
  await setup?.test.stop();
});
afterEach(async () => {
  standIn.faults.calm();
  await expectInvariants(setup.test.owner);
});

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const read = async (path: string) => done(await setup.test.request("GET", path));
const refundOf = (id: string) => read(`/payments/refunds/${id}`);

async function paid(amount = "5000") {
  const session = await setup.payer.newSession({ amount });
  const by = { paymentMethod: "CARD", paymentDetails: { cardToken: "pm_card_refundFail" } };
  const { chargeId, paymentIntentId } = done(await setup.payer.complete(session.id, by));
  return { chargeId: chargeId as string, intentId: paymentIntentId as string };
}

let unique = 0;
/** A refund that the provider has carried out. */
async function refunded(chargeId: string, amount: string): Promise<string> {
  unique += 1;
  const headers = { "idempotency-key": `reversal ${unique}` };
  const path = `/payments/charges/${chargeId}/refunds`;
  const { id } = done(await setup.test.request("POST", path, { body: { amount }, headers }));
  await setup.test.advance(10_000, 5_000);
  expect((await refundOf(id)).status).toBe("SUCCEEDED");
  return id;
}

/** An hour later the provider says that its refunds failed; our worker asks about each. */
async function failed(): Promise<void> {
  setup.test.clock.advance(3_600_000);
  await standIn.report();
  await setup.test.app.callbacksSettled();
  await setup.test.drain();
}

const unresolved = async () => done(await setup.operate("GET", "/tenant/unresolved-payments?type=REFUND"));

describe("a refund that fails after it has succeeded", () => {
  it("is booked back, FAILED with its event, and its amount can be refunded again", async () => {
    const { chargeId, intentId } = await paid();
    const before = await setup.payer.wallet();
    const id = await refunded(chargeId, "1200");
    expect((await setup.payer.wallet()).available).toBe(before.available - 1_200);
    expect(await read(`/payments/charges/${chargeId}`)).toMatchObject({ amountRefunded: "1200" });
    await failed();
    expect(await refundOf(id)).toMatchObject({ status: "FAILED", failureCode: "CARD_DECLINED" });
    expect(await setup.payer.wallet()).toEqual(before);
    expect(await read(`/payments/charges/${chargeId}`)).toMatchObject({ amountRefunded: "0" });
    expect(await read(`/payments/payment-intents/${intentId}`)).toMatchObject({ amountRefunded: "0" });
    expect((await setup.payer.events(intentId)).slice(-3)).toEqual([
      "refund.created",
      "refund.succeeded",
      "refund.failed",
    ]);
    const again = await refunded(chargeId, "3000");
    expect(await read(`/payments/charges/${chargeId}`)).toMatchObject({ amountRefunded: "3000" });
    await failed();
    expect((await refundOf(again)).status).toBe("FAILED");
  });

  it("is told once, however often the provider says it, and nothing else is touched", async () => {
    const { chargeId, intentId } = await paid();
    const stays = await refunded(chargeId, "700");
    standIn.faults.next("CALLBACK_TWICE", { times: 10 });
    await failed();
    await failed();
    expect((await refundOf(stays)).status).toBe("FAILED");
    const events = await setup.payer.events(intentId);
    expect(events.filter((type) => type === "refund.failed")).toHaveLength(1);
    const audited = await setup.test.owner.query({
      text: "select subject from audit_log where action = 'refund.booked_back' and subject = $1",
      values: [stays],
    });
    expect(audited).toHaveLength(1);
  });

  it("takes the returned part of the fee again, and later refunds return no more than the fee", async () => {
    const policy = (value: "KEEP" | "RETURN") =>
      setup.test.owner.query({ text: "update tenants set refund_fee_policy = $1", values: [value] });
    await policy("RETURN");
    const { chargeId } = await paid();
    const { fee } = await read(`/payments/charges/${chargeId}`);
    const before = await setup.payer.wallet();
    const id = await refunded(chargeId, "2500");
    expect(Number((await refundOf(id)).feeRefunded)).toBeGreaterThan(0);
    await failed();
    expect((await refundOf(id)).feeRefunded).toBe("0");
    expect(await setup.payer.wallet()).toEqual(before);
    const whole = await refunded(chargeId, "5000");
    expect((await refundOf(whole)).feeRefunded).toBe(fee);
    await failed();
    await policy("KEEP");
  });

  it("waits in the operators' queue until two of them have seen to it", async () => {
    const { chargeId } = await paid();
    const id = await refunded(chargeId, "900");
    await failed();
    const entry = async () => (await unresolved()).find((one: { id: string }) => one.id === id);
    expect(await entry()).toMatchObject({
      status: "FAILED",
      provider: STRIPE,
      amount: "900",
      needsDecision: true,
      nextCheckAt: null,
    });
    const path = `/tenant/unresolved-payments/${id}/settle-as`;
    const verdict = { reason: "Ticket 7", evidence: "The payer was paid in cash, receipt 12" };
    const claimed = { ...verdict, outcome: "SUCCEEDED", transactionId: "re_1" };
    const refused = await setup.operate("POST", path, claimed);
    expect(refused.body.error).toMatchObject({
      code: "DECISION_NOT_POSSIBLE",
      details: { reason: "REVERSED", possible: ["SETTLE_FAILED"] },
    });
    const proposed = done(await setup.operate("POST", path, { ...verdict, outcome: "FAILED" }));
    expect(proposed).toMatchObject({ status: "PROPOSED", kind: "SETTLE_FAILED" });
    const { token } = await setup.test.operator("second");
    const confirm = `/tenant/money-decisions/${proposed.id}/confirm`;
    const confirmed = await setup.test.request("POST", confirm, { apiKey: token, body: {} });
    expect(done(confirmed).status).toBe("DONE");
    expect(await entry()).toBeUndefined();
    expect((await refundOf(id)).status).toBe("FAILED");
  });

  it("is found by an operator's question too, and a success that holds changes nothing", async () => {
    const { chargeId } = await paid();
    const id = await refunded(chargeId, "600");
    const check = async () => done(await setup.operate("POST", `/tenant/unresolved-payments/${id}/check`));
    expect(await check()).toMatchObject({ statusBefore: "SUCCEEDED", status: "SUCCEEDED" });
    standIn.faults.next("CALLBACK_MISSING", { times: 10 });
    setup.test.clock.advance(3_600_000);
    await standIn.report();
    expect(await check()).toMatchObject({ statusBefore: "SUCCEEDED", status: "FAILED" });
  });

  it("is asked about again when the provider does not answer", async () => {
    const { chargeId } = await paid();
    const id = await refunded(chargeId, "500");
    standIn.faults.next("ERROR_BEFORE", { method: "GET", path: /refunds/, times: 2 });
    await failed();
    expect((await refundOf(id)).status).toBe("SUCCEEDED");
    await setup.test.advance(30 * 60_000, 60_000);
    expect((await refundOf(id)).status).toBe("FAILED");
  });

  it("of money that no session takes is held again, with its charge in the queue", async () => {
    const before = await setup.payer.wallet();
    standIn.faults.next("WRONG_AMOUNT");
    const { chargeId, intentId } = await paid();
    const given = await setup.operate("POST", `/tenant/held-money/${chargeId}/refund`, {
      reason: "Ticket 8",
    });
    const { refundId } = done(given);
    await setup.test.advance(10_000, 5_000);
    expect((await refundOf(refundId)).status).toBe("SUCCEEDED");
    expect(await setup.payer.wallet()).toEqual(before);
    await failed();
    expect(await refundOf(refundId)).toMatchObject({ status: "FAILED", amount: "4999" });
    expect(await setup.payer.wallet()).toEqual({
      ...before,
      held: before.held + 4_999,
      balance: before.balance + 4_999,
    });
    expect(done(await setup.operate("GET", `/tenant/held-money/${chargeId}`))).toMatchObject({
      reason: "REFUND_FAILED",
      booked: true,
      possibleDecisions: ["RELEASE", "REFUND"],
    });
    expect((await setup.payer.events(intentId)).at(-1)).toBe("refund.failed");
    expect((await unresolved()).some((one: { id: string }) => one.id === refundId)).toBe(false);
  });
});
