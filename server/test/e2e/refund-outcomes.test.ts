import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { createRefunds } from "../../src/modules/payments/refunds/index.ts";
import { createProviders } from "../../src/providers/registry.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { quietLog } from "../harness/log.ts";
import { codeOf, openRefundSetup, type RefundSetup } from "../harness/refund-setup.ts";
import { mtn } from "../simulation/payer.ts";

/** The outcomes of a refund at its provider, whatever the provider answers, and of the fee. */
let setup: RefundSetup;
beforeAll(async () => {
  setup = await openRefundSetup();
});
afterAll(() => setup?.test.stop());
afterEach(() => setup.calm());

const MINUTE_MS = 60_000;

describe("late money that the provider does not take back", () => {
  it("stays held, and its charge waits for a person", async () => {
    const before = await setup.wallet();
    const session = await setup.payer.newSession({
      latePaymentPolicy: "REFUND",
      maxAttempts: 1,
      amount: "5019",
    });
    const { data } = (await setup.payer.complete(session.id, mtn("229"))).body;
    await setup.test.advance(90_000, 5_000);
    expect(await setup.readCharge(data.chargeId)).toMatchObject({
      status: "SUCCEEDED",
      late: true,
      reviewReason: "REFUND_FAILED",
      amountRefunded: "0",
    });
    const [automatic] = await setup.read(`/payments/refunds?chargeId=${data.chargeId}`);
    expect(automatic).toMatchObject({ automatic: true, status: "FAILED", failureCode: "LIMIT_EXCEEDED" });
    expect(await setup.wallet()).toEqual({
      ...before,
      held: before.held + 5_019,
      balance: before.balance + 5_019,
    });
    const audited = await setup.test.owner.query({
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
    const { chargeId } = await setup.paid();
    const refunded = await setup.payer.refunded();
    const { id } = await setup.accepted(chargeId, { amount });
    await setup.test.advance(MINUTE_MS, 5_000);
    expect((await setup.readRefund(id)).status).toBe("SUCCEEDED");
    expect((await setup.payer.refunded()) - refunded).toBe(Number(amount));
  });

  it("that lasts keeps the money reserved, and is IN_RECONCILIATION after fifteen minutes", async () => {
    const { chargeId } = await setup.paid();
    const before = await setup.wallet();
    const { id } = await setup.accepted(chargeId, { amount: "4329" });
    await setup.test.advance(MINUTE_MS, 5_000);
    expect((await setup.readRefund(id)).status).toBe("PROCESSING");
    await setup.test.advance(40 * MINUTE_MS, 5 * MINUTE_MS);
    expect(await setup.readRefund(id)).toMatchObject({ status: "IN_RECONCILIATION", failureCode: null });
    expect((await setup.wallet()).reserved).toBe(before.reserved + 4_329);
    expect(codeOf(await setup.refund(chargeId, { amount: "1000" }))).toBe(
      "409 REFUND_AMOUNT_EXCEEDS_REMAINING",
    );
    expect(codeOf(await setup.cancel(id))).toBe("409 REFUND_NOT_CANCELLABLE");
  });
});

describe("the fee", () => {
  const policy = (value: "KEEP" | "RETURN") =>
    setup.test.owner.query({ text: "update tenants set refund_fee_policy = $1", values: [value] });

  it("goes back pro rata where the tenant gives it back: all parts together are the fee, and no more", async () => {
    await policy("RETURN");
    try {
      const { chargeId } = await setup.paid("10007");
      const { fee } = await setup.readCharge(chargeId);
      const before = await setup.wallet();
      const parts = ["3333", "3337", "3337"];
      const ids: string[] = [];
      for (const amount of parts) {
        ids.push((await setup.accepted(chargeId, { amount })).id);
        await setup.settle();
      }
      const returned = await Promise.all(
        ids.map(async (id) => Number((await setup.readRefund(id)).feeRefunded)),
      );
      expect(returned.every((part) => part > 0)).toBe(true);
      expect(returned.reduce((sum, part) => sum + part, 0)).toBe(Number(fee));
      expect((await setup.wallet()).available).toBe(before.available - 10_007 + Number(fee));
    } finally {
      await policy("KEEP");
    }
  });

  it("policy is an operator's act, and audited", async () => {
    const refunds = withoutRefunds();
    const { tenantId } = await setup.test.app.merchants.profile(setup.test.merchantNo);
    for (const each of ["RETURN", "RETURN", "KEEP"] as const)
      await setup.test.db.transaction((tx) => refunds.setFeePolicy(tx, tenantId, each, systemActor));
    const rows = await setup.test.owner.query({
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
  const { app, db, clock, keyring } = setup.test;
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
    wakeWorker: () => {},
    wakeWebhooks: () => {},
  });
}

describe("a rail that cannot refund", () => {
  const payouts = async () =>
    (
      await setup.test.owner.query<{ amount: bigint }>({
        text: "select amount from simulator.book where kind = 'PAYOUT'",
      })
    ).map(({ amount }) => Number(amount));

  it("pays the phone that paid, once, also when the answer is lost", async () => {
    const { chargeId, intentId } = await setup.paid();
    const before = await payouts();
    const made = await withoutRefunds().create(setup.test.merchantNo, chargeId, { amount: "1200" }, null);
    expect(made).toMatchObject({ status: "PENDING", route: "PAYOUT_TO_PAYER" });
    setup.wire.faults.failNext("TIMEOUT_AFTER");
    await setup.test.advance(5_000, 5_000);
    expect((await setup.readRefund(made.id)).status).toBe("PROCESSING");
    await setup.test.advance(MINUTE_MS, 5_000);
    expect(await setup.readRefund(made.id)).toMatchObject({ status: "SUCCEEDED", route: "PAYOUT_TO_PAYER" });
    expect((await payouts()).slice(before.length)).toEqual([1_200]);
    expect(await setup.readCharge(chargeId)).toMatchObject({
      amountRefunded: "1200",
      refundStatus: "PARTIAL",
    });
    expect((await setup.payer.events(intentId)).at(-1)).toBe("refund.succeeded");
  });

  it("and a payer without a phone: is refused before anything is reserved", async () => {
    const session = await setup.payer.newSession();
    const { data } = (
      await setup.test.request("POST", `/checkout/pay/${session.id}/complete`, {
        apiKey: null,
        body: { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://shop.example/back" } },
      })
    ).body;
    const before = await setup.wallet();
    await expect(
      withoutRefunds().create(setup.test.merchantNo, data.chargeId, {}, null),
    ).rejects.toMatchObject({
      declaration: { name: "CHARGE_NOT_REFUNDABLE" },
    });
    expect(await setup.wallet()).toEqual(before);
  });
});
