import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import type { MerchantNo, TenantId } from "../../src/kit/ids.ts";
import { SNAPSHOT_LIFE_MS } from "../../src/modules/routing/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { openLiveWay } from "../harness/live-way.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());
afterEach(() => expectInvariants(test.owner));

async function newSession(body: Record<string, unknown> = {}) {
  const answer = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Commande 1", ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

function complete(id: string, phone: string, extra: Record<string, unknown> = {}) {
  return test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone, operator: "MTN", countryCode: "CI", ...extra },
    },
  });
}

async function status(id: string) {
  return (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data;
}

describe("a mobile money payment", () => {
  it("goes from a session to money in the wallet", async () => {
    const session = await newSession({ reference: "A-1" });
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "OPEN",
      amount: "5000",
      currency: "XOF",
    });
    expect(session.id).toMatch(/^cs_[0-9a-z]{58}$/);
    const read = await test.request("GET", `/checkout/pay/${session.id}`, { apiKey: null });
    expect(read.status).toBe(200);
    expect(read.body.data.allowedMethods).toContain("MOBILE_MONEY");
    const answer = await complete(session.id, "+2250500000789");
    expect(answer.body).toMatchObject({ success: true, data: { nextStep: "POLL", status: "PROCESSING" } });
    await test.advance(3_000);
    expect(await status(session.id)).toMatchObject({ status: "SUCCEEDED", pollAfterMs: null });
    const wallets = await test.request("GET", "/payments/wallets");
    const xof = wallets.body.data.find((wallet: { currency: string }) => wallet.currency === "XOF");
    expect(Number(xof.available)).toBeGreaterThan(4_500);
    const again = await test.request("GET", `/checkout/pay/${session.id}`, { apiKey: null });
    expect(again.status).toBe(409);
    expect(again.body.error.code).toBe("CHECKOUT_SESSION_ALREADY_COMPLETED");
  });

  it("is named in the API by the short reference that its payer reads", async () => {
    const session = await newSession();
    expect(session.shortReference).toBeNull();
    const { chargeId } = (await complete(session.id, "+2250500000789")).body.data;
    const { shortReference } = await test.app.checkout.page.page(session.id, true);
    expect(shortReference).toMatch(/^[2-9A-Y]{4}-[2-9A-Y]{4}$/);
    for (const path of [`/payments/charges/${chargeId}`, `/checkout/sessions/${session.id}`])
      expect((await test.request("GET", path)).body.data).toMatchObject({ shortReference });
    await test.advance(3_000);
  });

  it("that succeeded within the call needs no next step and no query", async () => {
    const session = await newSession();
    const { data } = (await complete(session.id, "+2250500000279")).body;
    const nothing = { nextStep: null, actionUrl: null, sandboxUrl: null, pollAfterMs: null };
    expect(data).toMatchObject({ status: "SUCCEEDED", ...nothing });
    expect(await status(session.id)).toMatchObject({ status: "SUCCEEDED", ...nothing });
    const charge = (await test.request("GET", `/payments/charges/${data.chargeId}`)).body.data;
    expect(charge).toMatchObject({ status: "SUCCEEDED", ...nothing });
  });

  it("by transfer waits with instructions; the simulator's bank is no next step", async () => {
    const session = await newSession({ allowedMethods: ["BANK_TRANSFER"] });
    const { data } = (
      await test.request("POST", `/checkout/pay/${session.id}/complete`, {
        apiKey: null,
        body: { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI" } },
      })
    ).body;
    const step = { nextStep: "POLL", actionUrl: null, sandboxUrl: expect.stringContaining("/simulator/") };
    expect(data).toMatchObject({ ...step, pollAfterMs: expect.any(Number) });
    expect(await status(session.id)).toMatchObject({ ...step, pollAfterMs: expect.any(Number) });
    const page = await fetch(`${test.origin}/checkout/${session.id}`);
    expect((await page.text()).includes(data.sandboxUrl)).toBe(true);
  });

  it("in a currency without a wallet tells the developer why there is no method, in the sandbox", async () => {
    const session = await newSession({ currency: "XAF" });
    const read = await test.request("GET", `/checkout/pay/${session.id}`, { apiKey: null });
    expect([read.status, read.body.error.code]).toEqual([409, "CHECKOUT_NO_PAYMENT_METHODS"]);
    expect(read.body.error.details).toMatchObject({ reasons: ["NO_WALLET"] });
    const page = await (await fetch(`${test.origin}/checkout/${session.id}`)).text();
    expect(page).not.toContain("NO_WALLET");
    const some = await newSession({ currency: "XAF", allowedMethods: ["CARD"] });
    const { body } = await test.request("GET", `/checkout/pay/${some.id}`, { apiKey: null });
    expect(body.error.details).toMatchObject({ reasons: ["NO_WALLET", "NOT_IN_SESSION"] });
  });

  it("without a method tells a live payer nothing about wallets and rules", async () => {
    const { token } = await test.operator();
    const wallet = await test.request("POST", `/tenant/merchants/${test.merchantId}/wallets`, {
      body: { mode: "LIVE", currency: "XOF" },
      apiKey: token,
    });
    expect(wallet.status).toBe(201);
    const [live] = await test.owner.query<{ merchantNo: MerchantNo }>({
      text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = 'LIVE'`,
      values: [test.merchantId],
    });
    if (live === undefined) throw new Error("every merchant has a number in live mode");
    const permissions = ["merchant.checkout.manage"] as const;
    const { key } = await test.db.transaction((tx) =>
      test.app.access.createApiKey(tx, { ...live, name: "Live", permissions }, systemActor),
    );
    const body = { amount: "5000", currency: "XOF", title: "Commande 1", allowedMethods: ["CARD"] };
    const make = () => test.request("POST", "/checkout/sessions", { body, apiKey: key.reveal() });
    const refused = await make();
    expect([refused.status, refused.body.error?.code]).toEqual([409, "CHECKOUT_NO_LIVE_ACCOUNT"]);
    expect(Object.keys(refused.body.error.details)).toEqual(["requestId"]);
    const [tenant] = await test.owner.query<{ id: TenantId }>({ text: "select id from tenants" });
    if (tenant === undefined) throw new Error("there is a tenant");
    await openLiveWay(test, tenant.id);
    await expect.poll(async () => (await make()).status).toBe(201);
    const made = await make();
    expect([made.status, made.body.data?.mode]).toEqual([201, "LIVE"]);
    await test.owner.query({
      text: "update provider_accounts set status = 'DISABLED' where mode = 'LIVE'",
    });
    test.clock.advance(SNAPSHOT_LIFE_MS);
    const { id } = made.body.data;
    const read = await test.request("GET", `/checkout/pay/${id}`, { apiKey: null });
    expect([read.status, read.body.error.code]).toEqual([409, "CHECKOUT_NO_PAYMENT_METHODS"]);
    expect(Object.keys(read.body.error.details)).toEqual(["requestId"]);
    const page = await (await fetch(`${test.origin}/checkout/${id}`)).text();
    for (const text of [JSON.stringify(read.body), page])
      expect(text).not.toMatch(/NO_WALLET|NOT_IN_SESSION/);
  });

  it("proposes the customer's number on the page while there is a form, and tells nobody else", async () => {
    const customer = { name: "Awa Koné", email: "awa@example.com", phone: "+2250500000279" };
    const session = await newSession({ customer });
    const page = async () => (await fetch(`${test.origin}/checkout/${session.id}`)).text();
    const open = await page();
    expect(open).toContain('value="05 00 00 02 79"');
    expect(open).not.toContain(customer.email);
    const read = await test.request("GET", `/checkout/pay/${session.id}`, { apiKey: null });
    const { data } = (await complete(session.id, customer.phone)).body;
    const paid = await page();
    for (const text of [JSON.stringify(read.body), JSON.stringify(data), paid]) {
      for (const secret of ["00000279", "00 00 02 79", "Awa", "awa@"]) expect(text).not.toContain(secret);
    }
  });

  it("can be tried again after a failure", async () => {
    const session = await newSession();
    expect((await complete(session.id, "+2250500000049")).status).toBe(200);
    await test.advance(6_000);
    expect(await status(session.id)).toMatchObject({
      status: "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
      retryable: true,
      attemptsRemaining: 4,
    });
    expect((await complete(session.id, "+2250500000789")).status).toBe(200);
    await test.advance(3_000);
    expect((await status(session.id)).status).toBe("SUCCEEDED");
  });
});
