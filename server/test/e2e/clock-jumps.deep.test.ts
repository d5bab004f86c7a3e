import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimDueChecks } from "../../src/modules/payments/store/due-checks.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createRecordingLog } from "../harness/log.ts";
import { mobile } from "../harness/payout-setup.ts";
import { type HooksReceiver, startHooksReceiver } from "../harness/sandbox-world.ts";

/**
 * The machine's clock is wrong by an hour for half a minute, during which everything continues, and then it is right
 * again. What was written in the wrong hour must not wait for it.
 */
const HOUR_MS = 3_600_000;
const WRONG_FOR_MS = 30_000;
/** By then everything is corrected: a sweep runs once a minute, and at once when the clock was set. */
const HEALED_MS = 75_000;
/** Makes enough failures of an endpoint for the circuit breaker. */
const PAYMENTS = 3;

describe.each([
  ["ahead", HOUR_MS],
  ["behind", -HOUR_MS],
])("a clock that is an hour %s", (_name, byMs) => {
  const { log, lines } = createRecordingLog();
  let steadyMs = 0;
  let test: TestApp;
  let receiver: HooksReceiver;
  beforeAll(async () => {
    test = await startTestApp({ log, monotonicMs: () => steadyMs });
    receiver = await startHooksReceiver();
    const path = `/merchant/merchants/${test.merchantId}/webhook-endpoints`;
    expect((await test.request("POST", path, { body: { url: receiver.url, events: ["*"] } })).status).toBe(
      201,
    );
  });
  afterAll(async () => {
    receiver?.close();
    await test?.stop();
  });

  const watch = (): Promise<number> => test.app.loops.dueTimes?.runOnce() ?? expect.fail("dueTimes");
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      test.clock.advance(1_000);
      steadyMs += 1_000;
      // Once a second, as in production: it is the loop that looks at the clock.
      await watch();
      await test.drain();
    }
  };

  const pay = async (digits: string): Promise<string> => {
    const created = await test.request("POST", "/checkout/sessions", {
      body: { amount: "5000", currency: "XOF", title: "Order" },
    });
    const { id } = created.body.data;
    const phone = `+2250500000${digits}`;
    const completed = await test.request("POST", `/checkout/pay/${id}/complete`, {
      apiKey: null,
      body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone, operator: "MTN", countryCode: "CI" } },
    });
    expect(completed.body.data.status).toBe("PROCESSING");
    return id;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await test.request("GET", `/checkout/sessions/${id}`)).body.data.status;

  it("holds up no question, lease, endpoint, delivery or beneficiary once it is right", {
    timeout: 120_000,
  }, async () => {
    await pass(2_000);
    test.clock.advance(byMs);
    receiver.answerWith = 500;
    // A provider that forgets, and one that takes the money and does not answer.
    const sessions: string[] = [];
    for (let payment = 0; payment < PAYMENTS; payment += 1) sessions.push(await pay("309"), await pay("239"));
    const beneficiary = await test.request("POST", "/payments/beneficiaries", {
      body: mobile("+2250500000789"),
    });
    expect(beneficiary.body.data, JSON.stringify(beneficiary.body.error)).toMatchObject({ status: "ACTIVE" });
    await pass(WRONG_FOR_MS);
    const late = await pay("309");
    // The simulator, which takes two seconds, is a provider on the same machine.
    const atSimulator = await pay("789");
    // A resolver leases it in the wrong hour, and dies.
    test.clock.advance(2_000);
    steadyMs += 2_000;
    const nowMs = test.clock.nowMs();
    expect((await claimDueChecks(test.db, { nowMs, leaseMs: 25_000, limit: 10 })).length).toBeGreaterThan(0);

    test.clock.advance(-byMs);
    receiver.answerWith = 204;
    const wallets = await test.request("GET", "/payments/wallets");
    const wallet = wallets.body.data.find(({ currency }: { currency: string }) => currency === "XOF");
    const payout = await test.request("POST", "/payments/payouts", {
      headers: { "idempotency-key": "first" },
      body: { walletId: wallet.id, beneficiaryId: beneficiary.body.data.id, amount: "100" },
    });
    // Whatever the wallet contains: the beneficiary can be paid.
    expect(["none", "INSUFFICIENT_WALLET_BALANCE"]).toContain(payout.body.error?.code ?? "none");

    await pass(HEALED_MS);
    // For a session that ended with the wrong hour, a payment that never arrived is not sent again.
    const known = byMs > 0 ? ["SUCCEEDED"] : ["SUCCEEDED", "FAILED"];
    for (const id of [...sessions, late]) expect(known).toContain(await statusOf(id));
    expect(await statusOf(atSimulator)).toBe("SUCCEEDED");
    const waiting = await test.owner.query({
      text: `select d.event_type, d.attempt_count, p.paused_until, d.next_attempt_at from webhook_deliveries d
               join webhook_endpoints p on p.id = d.endpoint_id where d.status = 'PENDING'`,
    });
    expect(waiting).toEqual([]);
    const jumps = lines.filter(({ event }) => event === "clock.jumped").map(({ fields }) => fields.byMs);
    expect(jumps).toEqual([byMs, -byMs]);
    await expectInvariants(test.owner);
  });
});
