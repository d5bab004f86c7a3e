import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import type { Database } from "../../src/db/database.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { type CellCode, cellNamedIn } from "../../src/kit/cell.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type TenantId } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createAccess } from "../../src/modules/access/index.ts";
import { createMerchants } from "../../src/modules/merchants/index.ts";
import type { TestApp } from "./app.ts";
import { quietLog } from "./log.ts";

/** Posts with the merchant's key, or `null` as a payer, and gives the answer's data. */
// biome-ignore lint/suspicious/noExplicitAny: a client without types reads it.
export type Send = (path: string, body: unknown, apiKey?: string | null) => Promise<any>;

/**
 * Gives a cell's merchant a bit of everything that moves: payments, one with a customer, one of a link, one refused, one that is open; a
 * refund, a payout, a webhook, a note, a seal.
 */
export async function arrangeMerchant(cell: TestApp): Promise<Send> {
  let unique = 0;
  const send: Send = async (path, body, apiKey = cell.apiKey) => {
    unique += 1;
    const headers = { "idempotency-key": `move ${unique}` };
    const answer = await cell.request("POST", path, { body, apiKey, headers });
    expect(answer.status, `${path} ${JSON.stringify(answer.body.error)}`).toBeLessThan(300);
    return answer.body.data;
  };
  const PHONE = "+2250500000789";
  const pay = (id: string, phone = PHONE) => {
    const paymentDetails = { phone, operator: "MTN", countryCode: "CI" };
    return send(`/checkout/pay/${id}/complete`, { paymentMethod: "MOBILE_MONEY", paymentDetails }, null);
  };
  await send(`/merchant/merchants/${cell.merchantId}/webhook-endpoints`, {
    url: "http://127.0.0.1:9/hook?token=secret",
    events: ["*"],
  });
  const customer = { name: "Awa Koné", email: "awa@example.org" };
  const order = { amount: "50000", currency: "XOF", title: "Commande" };
  const first = await send("/checkout/sessions", { ...order, customer });
  const { chargeId } = await pay(first.id);
  const link = await send("/payments/links", { ...order, slug: "kiosque" });
  expect(link.slug).toBe("kiosque");
  await pay((await send("/checkout/sessions", order)).id, "+2250500000089");
  await send("/checkout/sessions", order);
  await cell.advance(6_000);
  await send(`/payments/charges/${chargeId}/refunds`, { amount: "1000" });
  const details = { phone: PHONE, operator: "MTN" };
  const to = await send("/payments/beneficiaries", {
    name: "Awa",
    type: "MOBILE_MONEY",
    details,
    currency: "XOF",
  });
  const [wallet] = (await cell.request("GET", "/payments/wallets")).body.data.filter(
    ({ currency }: { currency: string }) => currency === "XOF",
  );
  await send("/payments/payouts", { walletId: wallet.id, beneficiaryId: to.id, amount: "2500" });
  await send(`/payments/notes/${chargeId}`, { text: "She calls again at four." });
  await cell.advance(20_000, 5_000);
  // More than two pages of one table.
  await cell.owner.query({
    text: "insert into list_counters (merchant_no, day) select $1, date '2016-01-01' + n from generate_series(1, 2500) n",
    values: [cell.merchantNo],
  });
  // Time enough for a seal to be due.
  cell.clock.advance(600_000);
  await cell.app.loops.ledgerSeals?.runOnce();
  return send;
}

/** A second merchant of a real service's cell, who stays. Returns a key of it for the sandbox. */
export async function addNeighbour(
  { db, keyring }: { readonly db: Database; readonly keyring: Keyring },
  tenantId: TenantId,
): Promise<string> {
  const random = createSystemRandom();
  const ports = { db, clock: systemClock, random, ids: createIdSource(systemClock, random), log: quietLog };
  const merchants = createMerchants(ports);
  const access = createAccess({ ...ports, keyring });
  try {
    return await db.transaction(async (tx) => {
      const { numbers } = await merchants.createMerchant(
        tx,
        {
          ...{ tenantId, legalName: "Voisine SARL", displayName: "Voisine", countryCode: "CI" },
          ...{ locale: "fr", logoUrl: null, primaryColor: null, status: "ACTIVE", kybStatus: "APPROVED" },
          wallets: [{ mode: "SANDBOX", label: "XOF", currency: "XOF" }],
        },
        systemActor,
      );
      const input = { merchantNo: numbers.SANDBOX, name: "load", permissions: allPermissions };
      return (await access.createApiKey(tx, input, systemActor)).key.reveal();
    });
  } finally {
    for (const each of [merchants, access]) each.stop();
  }
}

/** The address of two cells, before a proxy knows who has moved: it sends by code alone. */
export async function startFront(
  originOf: (cell: CellCode | null) => string,
): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const cell = cellNamedIn({ path, authorization: request.headers.authorization }) ?? null;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    try {
      const answer = await fetch(`${originOf(cell)}${path}`, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(request.method === "GET" ? {} : { body: await buffer(request) }),
      });
      response.writeHead(answer.status).end(await answer.text());
    } catch {
      // As a proxy before a cell that is away.
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
