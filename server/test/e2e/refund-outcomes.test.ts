import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { createRefunds } from "../../src/modules/payments/refunds/index.ts";
import { createProviders } from "../../src/providers/registry.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { quietLog } from "../harness/log.ts";
import { codeOf, openRefundDesk, type RefundDesk } from "../harness/refund-desk.ts";
import { mtn } from "../simulation/payer.ts";

/** The outcomes of a refund at its provider, whatever the provider answers, and of the fee. */
let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.test.stop());
afterEach(() => desk.calm());

const MINUTE_MS = 60_000;

describe("late money that the provider does not take back", () => {
  it("stays held, and its charge waits for a person", async () => {
    const before = await desk.wallet();
    const session = await desk.payer.newSession({
      latePaymentPolicy: "REFUND",
      maxAttempts: 1,
      amount: "5019",
    });
    const { data } = (await desk.payer.complete(session.id, mtn("229"))).body;
    await desk.test.advance(90_000, 5_000);
    expect(await desk.readCharge(data.chargeId)).toMatchObject({
      status: "SUCCEEDED",
      late: true,
      reviewReason: "REFUND_FAILED",
      amountRefunded: "0",
    });
    const [automatic] = await desk.read(`/payments/refunds?chargeId=${data.chargeId}`);
    expect(automatic).toMatchObject({ automatic: true, status: "FAILED", failureCode: "LIMIT_EXCEEDED" });
    expect(await desk.wallet()).toEqual({
      ...before,
      held: before.held + 5_019,
      balance: before.balance + 5_019,
    });
    const audited = await desk.test.owner.query({
      text: "select action from audit_log where subject = $1 order by created_at, id",
      values: [data.chargeId],
    });
    expect(audited).toEqual([{ action: "charge.confirmed_late" }, { action: "charge.held_for_review" }]);
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
    const { chargeId } = await desk.paid();
    const refunded = await desk.payer.refunded();
    const { id } = await desk.accepted(chargeId, { amount });
    await desk.test.advance(MINUTE_MS, 5_000);
    expect((await desk.readRefund(id)).status).toBe("SUCCEEDED");
    expect((await desk.payer.refunded()) - refunded).toBe(Number(amount));
  });

  it("that lasts keeps the money reserved, and is IN_RECONCILIATION after fifteen minutes", async () => {
    const { chargeId } = await desk.paid();
    const before = await desk.wallet();
    const { id } = await desk.accepted(chargeId, { amount: "4329" });
    await desk.test.advance(MINUTE_MS, 5_000);
    expect((await desk.readRefund(id)).status).toBe("PROCESSING");
    await desk.test.advance(40 * MINUTE_MS, 5 * MINUTE_MS);
    expect(await desk.readRefund(id)).toMatchObject({ status: "IN_RECONCILIATION", failureCode: null });
    expect((await desk.wallet()).reserved).toBe(before.reserved + 4_329);
    expect(codeOf(await desk.refund(chargeId, { amount: "1000" }))).toBe(
      "409 REFUND_AMOUNT_EXCEEDS_REMAINING",
    );
    expect(codeOf(await desk.cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
  });
});

describe("the fee", () => {
  const policy = (value: "KEEP" | "RETURN") =>
    desk.test.owner.query({ text: "update tenants set refund_fee_policy = $1", values: [value] });

  it("goes back pro rata where the tenant gives it back: all parts together are the fee, and no more", async () => {
    await policy("RETURN");
    try {
      const { chargeId } = await desk.paid("10007");
      const { fee } = await desk.readCharge(chargeId);
      const before = await desk.wallet();
      const parts = ["3333", "3337", "3337"];
      const ids: string[] = [];
      for (const amount of parts) {
        ids.push((await desk.accepted(chargeId, { amount })).id);
        await desk.settle();
      }
      const returned = await Promise.all(
        ids.map(async (id) => Number((await desk.readRefund(id)).feeRefunded)),
      );
      expect(returned.every((part) => part > 0)).toBe(true);
      expect(returned.reduce((sum, part) => sum + part, 0)).toBe(Number(fee));
      expect((await desk.wallet()).available).toBe(before.available - 10_007 + Number(fee));
    } finally {
      await policy("KEEP");
    }
  });

  it("policy is an operator's act, and audited", async () => {
    const refunds = withoutRefunds();
    const { tenantId } = await desk.test.app.merchants.profile(desk.test.merchantNo);
    for (const each of ["RETURN", "RETURN", "KEEP"] as const)
      await desk.test.db.transaction((tx) => refunds.setFeePolicy(tx, tenantId, each, systemActor));
    const rows = await desk.test.owner.query({
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

/** The service with a rail that cannot refund. */
function withoutRefunds() {
  const { app, db, clock, keyring } = desk.test;
  const { refund: _refund, queryRefund: _queryRefund, ...connector } = createSimulatorConnector();
  const cannotRefund = { ...connector.capabilities, refund: "NONE" as const };
  return createRefunds({
    db,
    clock,
    keyring,
    ids: app.ids,
    merchants: app.merchants,
    routing: app.routing,
    providers: createProviders([{ ...connector, capabilities: cannotRefund }], {
      httpOut: () => Promise.reject(new Error("creating a refund asks nobody")),
      clock,
      log: quietLog,
      recorder: { record: () => {} },
    }),
    newOwnId: () => null,
    wakeWebhooks: () => {},
  });
}

describe("a rail that cannot refund", () => {
  const payouts = async () =>
    (
      await desk.test.owner.query<{ amount: bigint }>({
        text: "select amount from simulator.book where kind = 'PAYOUT'",
      })
    ).map(({ amount }) => Number(amount));

  it("pays the phone that paid, once, also when the answer is lost", async () => {
    const { chargeId, intentId } = await desk.paid();
    const before = await payouts();
    const made = await withoutRefunds().create(desk.test.merchantNo, chargeId, { amount: "1200" }, null);
    expect(made).toMatchObject({ status: "PENDING", route: "PAYOUT_TO_PAYER" });
    desk.wire.faults.failNext("TIMEOUT_AFTER");
    await desk.test.advance(5_000, 5_000);
    expect((await desk.readRefund(made.id)).status).toBe("PROCESSING");
    await desk.test.advance(MINUTE_MS, 5_000);
    expect(await desk.readRefund(made.id)).toMatchObject({ status: "SUCCEEDED", route: "PAYOUT_TO_PAYER" });
    expect((await payouts()).slice(before.length)).toEqual([1_200]);
    expect(await desk.readCharge(chargeId)).toMatchObject({
      amountRefunded: "1200",
      refundStatus: "PARTIAL",
    });
    expect((await desk.payer.events(intentId)).at(-1)).toBe("refund.succeeded");
  });

  it("and a payer without a phone: is refused before anything is reserved", async () => {
    const session = await desk.payer.newSession();
    const { data } = (
      await desk.test.request("POST", `/checkout/pay/${session.id}/complete`, {
        apiKey: null,
        body: { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://shop.example/back" } },
      })
    ).body;
    const before = await desk.wallet();
    await expect(
      withoutRefunds().create(desk.test.merchantNo, data.chargeId, {}, null),
    ).rejects.toMatchObject({
      declaration: { name: "CHARGE_NOT_REFUNDABLE" },
    });
    expect(await desk.wallet()).toEqual(before);
  });
});
