import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../../sdk/js/src/generated/operations.ts";
import { type Cauris, createClient, NotFoundError, verifyWebhook } from "../../../sdk/js/src/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { mtn } from "../simulation/payer.ts";

/** The JavaScript client against the running service: every method once, with what a shop does with it. */
const used = new Set<string>();
const hooks: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
let test: TestApp;
let client: Cauris;
let approver: Cauris;
let receiver: Server;
let hooksUrl: string;

/** The same client; the methods that are called are noted. */
function noting(plain: Cauris): Cauris {
  const groups = Object.entries(plain).map(([group, methods]) => [
    group,
    typeof methods === "function"
      ? methods
      : Object.fromEntries(
          Object.entries(methods as Record<string, (...given: readonly unknown[]) => unknown>).map(
            ([name, method]) => [
              name,
              (...given: readonly unknown[]) => {
                used.add(`${group}.${name}`);
                return method(...given);
              },
            ],
          ),
        ),
  ]);
  return Object.fromEntries(groups) as Cauris;
}

beforeAll(async () => {
  test = await startTestApp();
  const { origin: baseUrl, merchantId } = test;
  client = noting(createClient({ baseUrl, merchantId, apiKey: test.apiKey }));
  approver = noting(createClient({ baseUrl, merchantId, apiKey: test.approverApiKey }));
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      hooks.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  hooksUrl = `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}/hooks`;
});
afterAll(async () => {
  await test.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const order = { amount: "5000", currency: "XOF", title: "Commande A-1042" } as const;
const phone = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" } as const;
const byPhone = { paymentMethod: "MOBILE_MONEY", paymentDetails: phone } as const;

async function paid(): Promise<{ readonly sessionId: string; readonly chargeId: string }> {
  const session = await client.checkoutSessions.create(order);
  await client.checkout.complete(session.id, mtn("789") as typeof byPhone);
  await test.advance(60_000);
  const { status, chargeId } = await client.waitUntilDone(session.id);
  expect(status).toBe("SUCCEEDED");
  return { sessionId: session.id, chargeId: chargeId ?? "" };
}

describe("the client", () => {
  it("takes a payment by a session, and its webhook verifies", async () => {
    const endpoint = await client.webhookEndpoints.create({ url: hooksUrl, events: ["*"] });
    await test.drain();
    const { chargeId } = await paid();
    const events = await Promise.all(
      hooks.map(({ body, headers }) =>
        verifyWebhook({ body, headers, secret: endpoint.secret ?? "", nowMs: test.clock.nowMs() }),
      ),
    );
    const success = events.find(({ type }) => type === "payment.succeeded");
    expect(success?.type === "payment.succeeded" ? success.data.id : null).toBe(chargeId);
    expect(await client.charges.get(chargeId)).toMatchObject({ amount: "5000", status: "SUCCEEDED" });
  });

  it("reads and ends sessions", async () => {
    const { id } = await client.checkoutSessions.create(order);
    expect((await client.checkoutSessions.get(id)).id).toBe(id);
    expect((await client.checkoutSessions.explainMethods(id)).object).toBeDefined();
    expect((await client.checkout.get(id)).status).toBe("OPEN");
    expect((await client.checkout.status(id)).pollAfterMs).toBeGreaterThan(0);
    expect(await client.checkout.methods(id)).toBeDefined();
    expect((await client.checkoutSessions.attempts(id).page()).items).toEqual([]);
    expect((await client.checkoutSessions.cancel(id)).status).toBe("CANCELLED");
    const other = await client.checkoutSessions.create(order);
    expect((await client.checkoutSessions.expire(other.id)).status).toBe("EXPIRED");
    const slow = await client.checkoutSessions.create(order);
    await client.checkout.complete(slow.id, mtn("129") as typeof byPhone);
    expect(await client.checkout.leave(slow.id)).toBeDefined();
    const ids: string[] = [];
    for await (const session of client.checkoutSessions.list({ limit: 2 })) ids.push(session.id);
    expect(ids).toEqual(expect.arrayContaining([id, other.id, slow.id]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("takes payments by links, charges and intents", async () => {
    const link = await client.paymentLinks.create({ ...order, slug: "sdk-link" });
    expect((await client.paymentLinks.get(link.id)).id).toBe(link.id);
    expect((await client.checkout.link(link.slug)).title).toBe(order.title);
    expect((await client.checkout.openLink(link.slug, {})).id).toMatch(/^cs_/);
    expect((await client.paymentLinks.update(link.id, { title: "Autre" })).title).toBe("Autre");
    expect((await client.paymentLinks.cancel(link.id)).status).toBeDefined();
    expect((await client.paymentLinks.list().page()).items).toHaveLength(1);
    const charge = await client.charges.create({ amount: "1000", currency: "XOF", ...byPhone });
    expect(charge.id).toMatch(/^ch_/);
    const intent = await client.paymentIntents.create({ amount: "1000", currency: "XOF" });
    expect((await client.paymentIntents.confirm(intent.id, byPhone)).id).toBe(intent.id);
    await test.advance(60_000);
    expect((await client.paymentIntents.get(intent.id)).status).toBe("SUCCEEDED");
    const open = await client.paymentIntents.create({ amount: "1000", currency: "XOF" });
    expect((await client.paymentIntents.cancel(open.id)).status).toBe("CANCELLED");
    expect((await client.paymentIntents.list().page()).items.length).toBeGreaterThan(1);
    expect(await client.paymentIntents.timeline(intent.id)).toBeDefined();
    expect((await client.charges.list({ status: "SUCCEEDED" }).page()).items.length).toBeGreaterThan(1);
    expect((await client.charges.listOfMerchant().page()).items.length).toBeGreaterThan(1);
  });

  it("refunds, and cancels a refund that has not left", async () => {
    const { chargeId } = await paid();
    const refund = await client.refunds.create(chargeId, { amount: "1000" });
    await test.advance(60_000);
    expect((await client.refunds.get(refund.id)).status).toBe("SUCCEEDED");
    expect((await client.refunds.list({ chargeId }).page()).items).toHaveLength(1);
    await expect(client.refunds.cancel(refund.id)).rejects.toMatchObject({ status: 409 });
    await expect(
      client.refunds.giveRecipient(refund.id, {
        iban: "FR7630006000011234567890189",
        holderName: "Awa Koné",
      }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it("pays beneficiaries, one and many", async () => {
    const [wallet] = (await client.wallets.list().page()).items.filter(({ currency }) => currency === "XOF");
    const walletId = wallet?.id ?? "";
    const fields = { type: "MOBILE_MONEY", currency: "XOF", name: "Awa Koné", details: phone } as const;
    const beneficiary = await client.beneficiaries.create(fields);
    await test.advance(60_000);
    expect((await client.beneficiaries.get(beneficiary.id)).id).toBe(beneficiary.id);
    expect((await client.beneficiaries.list().page()).items).toHaveLength(1);
    await client.beneficiaries.update(beneficiary.id, { reference: "E-7" }).catch(expectRefusal);
    await approver.beneficiaries.approve(beneficiary.id).catch(expectRefusal);
    const payout = { walletId, beneficiaryId: beneficiary.id, amount: "500" };
    const made = await client.payouts.create(payout);
    expect((await client.payouts.get(made.id)).amount).toBe("500");
    await approver.payouts.approve(made.id).catch(expectRefusal);
    await approver.payouts.cancel(made.id).catch(expectRefusal);
    expect((await client.payouts.list().page()).items).toHaveLength(1);
    const batch = await client.payoutBatches.create({
      walletId,
      rows: [{ beneficiaryId: beneficiary.id, amount: "300" }],
    });
    expect((await client.payoutBatches.get(batch.id)).id).toBe(batch.id);
    expect((await client.payoutBatches.list().page()).items).toHaveLength(1);
    await expect(client.payoutBatches.get("pob_06h03mp6zxses5416xcyvk6tk8")).rejects.toThrow(NotFoundError);
    expect((await client.wallets.get(walletId)).id).toBe(walletId);
    expect((await client.wallets.entries(walletId).page()).items.length).toBeGreaterThan(0);
    const day = { from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" };
    expect(await client.wallets.statement(walletId, day)).toBeDefined();
    expect(await client.wallets.trialBalance(walletId, {})).toBeDefined();
    expect(await client.wallets.ledger(walletId, day)).toBeInstanceOf(Uint8Array);
    expect((await client.wallets.settlements(walletId).page()).items).toBeDefined();
    expect((await client.wallets.holds(walletId).page()).items).toBeDefined();
    expect(await client.wallets.payoutApproval(walletId)).toBeDefined();
    await client.wallets.setPayoutApproval(walletId, { above: "100" }).catch(expectRefusal);
    await client.beneficiaries.disable(beneficiary.id);
  });

  it("keeps endpoints, their deliveries and the events", async () => {
    const [endpoint] = (await client.webhookEndpoints.list().page()).items;
    const id = endpoint?.id ?? "";
    expect((await client.webhookEndpoints.get(id)).url).toBe(hooksUrl);
    expect((await client.webhookEndpoints.update(id, { description: "shop" })).description).toBe("shop");
    expect(await client.webhookEndpoints.health(id)).toBeDefined();
    expect(await client.webhookEndpoints.ping(id)).toBeDefined();
    const [delivery] = (await client.webhookEndpoints.deliveries(id).page()).items;
    expect((await client.webhookEndpoints.delivery(id, delivery?.id ?? "")).id).toBe(delivery?.id);
    expect(await client.webhookEndpoints.resend(id, delivery?.id ?? "")).toBeDefined();
    expect(await client.webhookEndpoints.replay(id, { from: "2026-11-21T00:00:00Z" })).toBeDefined();
    expect((await client.webhookEndpoints.rotateSecret(id)).secret).toMatch(/^whsec_/);
    const [event] = (await client.events.list().page()).items;
    expect((await client.events.get(event?.id ?? "")).id).toBe(event?.id);
    expect(await client.webhookEndpoints.delete(id)).toBeDefined();
  });

  it("keeps keys", async () => {
    const made = await client.apiKeys.create({ name: "sdk", permissions: ["merchant.checkout.read"] });
    expect((await client.apiKeys.get(made.id)).name).toBe("sdk");
    expect((await client.apiKeys.update(made.id, { name: "shop" })).name).toBe("shop");
    const rolled = await client.apiKeys.roll(made.id);
    expect((await client.apiKeys.revoke(rolled.id)).id).toBe(rolled.id);
    expect((await client.apiKeys.list().page()).items.length).toBeGreaterThan(1);
    expect((await client.apiKeys.caller()).merchantId).toBe(test.merchantId);
    await client.apiKeys.claim({ token: "nothing" }).catch(expectRefusal);
  });

  it("reads networks, reports, requests, and exports", async () => {
    expect(await client.networks.list()).toBeDefined();
    expect((await client.networks.outages().page()).items).toEqual([]);
    const day = { from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" };
    expect(await client.reports.summary(day)).toBeDefined();
    expect(await client.reports.series({ ...day, interval: "hour" })).toBeDefined();
    await test.drain();
    const [request] = (await client.requests.list().page()).items;
    expect((await client.requests.get(request?.id ?? "")).id).toBe(request?.id);
    const made = await client.exports.create({ list: "/payments/charges", format: "CSV" });
    await test.drain();
    expect((await client.exports.get(made.id)).id).toBe(made.id);
    const file = await client.exports.download(made.id);
    expect(new TextDecoder().decode(file)).toContain("ch_");
    await client.exports.cancel(made.id).catch(expectRefusal);
    expect((await client.exports.list().page()).items).toHaveLength(1);
  });

  it("drives the sandbox", async () => {
    expect(await client.sandbox.clock()).toBeDefined();
    expect(await client.sandbox.scenarios()).toBeDefined();
    await client.sandbox.triggerEvent({ type: "payment.succeeded" }).catch(expectRefusal);
    await client.sandbox.advanceClock({ seconds: 60 }).catch(expectRefusal);
    await client.sandbox.reset({ confirm: "nothing" }).catch(expectRefusal);
  });

  it("has no method that this file does not call", () => {
    expect(Object.keys(operations).filter((name) => !used.has(name))).toEqual([]);
  });
});

/** The service understood the call and refused it: the address and the form of the call are right. */
function expectRefusal(error: unknown): void {
  expect(error).toMatchObject({
    name: expect.stringMatching(/^(Conflict|InvalidRequest|Permission|NotFound)Error$/),
  });
}
