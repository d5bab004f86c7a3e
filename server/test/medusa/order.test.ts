import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../sdk/js/src/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { freePort } from "../harness/example-programs.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { mtn } from "../simulation/payer.ts";
import { installMedusa, type Medusa, type MedusaFolder, startMedusa } from "./medusa.ts";
import { good, openShop, type Shop } from "./shop.ts";
import { checkTypes } from "./types.ts";

/** `npm run test:medusa`: whole orders of a Medusa from the npm registry, with our packed provider, against the running service. */
let test: TestApp;
let database: TestDatabase;
let folder: MedusaFolder;
let medusa: Medusa;
let shop: Shop;

const MINUTES_MS = 60_000;
/** Medusa waits some seconds before it handles a webhook, so that the payer's own return comes first. */
const WEBHOOK_HANDLED_MS = 8_000;
const WAIT = { timeout: 40_000, interval: 500 };

beforeAll(async () => {
  folder = await installMedusa();
  database = await createTestDatabase({ empty: true });
  test = await startTestApp({ startMs: Date.now() });
  const port = await freePort();
  const cauris = createClient({ baseUrl: test.origin, apiKey: test.apiKey, merchantId: test.merchantId });
  const endpoint = await cauris.webhookEndpoints.create({
    url: `http://localhost:${port}/hooks/payment/cauris_cauris`,
    events: [
      "checkout.session.completed",
      "checkout.session.failed",
      "checkout.session.expired",
      "checkout.session.cancelled",
    ],
  });
  const login = { email: "shop@example.com", password: "a password of the test" };
  medusa = await startMedusa({
    folder: folder.path,
    databaseUrl: database.ownerUrl,
    port,
    cauris: {
      baseUrl: test.origin,
      apiKey: test.apiKey,
      webhookSecret: endpoint.secret ?? "",
      successUrl: "http://localhost:8000/checkout/return?session={PAYMENT_SESSION_ID}",
    },
    admin: login,
  });
  shop = await openShop(medusa.origin, login);
  // The service's clock stands still, and Medusa refuses webhooks of another time.
  await test.advance(Math.max(0, Date.now() - test.clock.nowMs()));
  await cauris.webhookEndpoints.ping(endpoint.id);
  await test.drain();
}, 20 * MINUTES_MS);

afterAll(async () => {
  await medusa?.stop();
  await test?.stop();
  await database?.drop();
  await folder?.remove();
});

interface OpenCart {
  readonly id: string;
  /** Of Medusa. */
  readonly paymentSessionId: string;
  /** Of the service. */
  readonly sessionId: string;
  readonly url: string;
}

/** A cart with one article and shipping, up to the hosted page. */
async function cart(): Promise<OpenCart> {
  const address = {
    first_name: "Awa",
    last_name: "Koné",
    address_1: "Rue 1",
    city: "Abidjan",
    country_code: "ci",
  };
  const { cart: made } = await good(
    shop.store("POST", "/store/carts", {
      region_id: shop.regionId,
      email: "awa@example.com",
      items: [{ variant_id: shop.variantId, quantity: 1 }],
      shipping_address: address,
    }),
  );
  await good(
    shop.store("POST", `/store/carts/${made.id}/shipping-methods`, { option_id: shop.shippingOptionId }),
  );
  return { id: made.id, ...(await paymentSession(made.id)) };
}

async function paymentSession(cartId: string): Promise<Omit<OpenCart, "id">> {
  const { payment_collection: collection } = await good(
    shop.store("POST", "/store/payment-collections", { cart_id: cartId }),
  );
  const { payment_collection: opened } = await good(
    shop.store("POST", `/store/payment-collections/${collection.id}/payment-sessions`, {
      provider_id: "pp_cauris_cauris",
    }),
  );
  const [session] = opened.payment_sessions;
  return { paymentSessionId: session.id, sessionId: session.data.id, url: session.data.url };
}

async function pay({ sessionId }: OpenCart, phone = "789"): Promise<void> {
  const { status } = await test.request("POST", `/checkout/pay/${sessionId}/complete`, {
    body: mtn(phone),
    apiKey: null,
  });
  expect(status).toBe(200);
  await test.advance(10_000);
}

const complete = ({ id }: OpenCart) => shop.store("POST", `/store/carts/${id}/complete`);

interface OrderAnswer {
  readonly id: string;
  readonly total: number;
  readonly payment_status: string;
  readonly payment_collections: readonly {
    readonly payments: readonly {
      readonly id: string;
      readonly amount: number;
      readonly captured_at: string | null;
      readonly payment_session_id: string;
      readonly data: Readonly<Record<string, unknown>>;
      readonly refunds: readonly unknown[];
    }[];
  }[];
}

/** The orders that this cart became: one at most. */
async function ordersOf({ paymentSessionId }: OpenCart): Promise<readonly OrderAnswer[]> {
  const payments = "*payment_collections.payments,*payment_collections.payments.refunds";
  const { orders } = await good(
    shop.admin("GET", `/admin/orders?limit=100&fields=total,payment_status,${payments}`),
  );
  return orders.filter(({ payment_collections }: OrderAnswer) =>
    payment_collections.some((collection) =>
      collection.payments.some((payment) => payment.payment_session_id === paymentSessionId),
    ),
  );
}

/** Medusa answers a webhook before it has made the order. */
async function madeOrder(open: OpenCart): Promise<OrderAnswer> {
  return await vi.waitFor(async () => {
    const [order] = await ordersOf(open);
    if (order === undefined) throw new Error("no order yet");
    expect(order.payment_status).toBe("captured");
    return order;
  }, WAIT);
}

function paymentOf(order: OrderAnswer) {
  const payment = order.payment_collections[0]?.payments[0];
  if (payment === undefined) throw new Error("an order without payment");
  return payment;
}

it("fits the types of this version of Medusa", async () => {
  await checkTypes(folder.path);
});

describe("an order", () => {
  it("is made by the webhook when the payer has paid, once; it is captured, and refunded in two parts", async () => {
    const open = await cart();
    const early = await complete(open);
    expect(early.status).toBe(400);
    expect(early.body.message).toContain("was not authorized");

    await pay(open);
    const order = await madeOrder(open);
    expect(order.total).toBe(5000);
    const payment = paymentOf(order);
    expect(payment).toMatchObject({ amount: 5000, data: { id: open.sessionId, status: "SUCCEEDED" } });
    expect(payment.captured_at).not.toBeNull();

    // The payer who comes back later gets the order that there is.
    const { body } = await complete(open);
    expect(body.order.id).toBe(order.id);
    expect(await ordersOf(open)).toHaveLength(1);

    // A refund of a whole payment needs its fee from other money.
    await payByPhone(test, { amount: "50000", phone: "+2250500000789", reference: "other" });
    for (const amount of [2000, 3000]) {
      await good(shop.admin("POST", `/admin/payments/${payment.id}/refund`, { amount }));
      await test.advance(70_000);
    }
    const refunds = await test.request("GET", `/payments/refunds?chargeId=${payment.data.chargeId}`);
    expect(refunds.body.data).toMatchObject([
      { amount: "3000", status: "SUCCEEDED" },
      { amount: "2000", status: "SUCCEEDED" },
    ]);
    const [after] = await ordersOf(open);
    if (after === undefined) throw new Error("the order is gone");
    expect(after.payment_status).toBe("refunded");
    expect(paymentOf(after).refunds).toHaveLength(2);
    const more = await shop.admin("POST", `/admin/payments/${payment.id}/refund`, { amount: 1 });
    expect(more.status).toBe(400);
  });

  it("is made by the payer's return, before the webhook has come", async () => {
    const open = await cart();
    await pay(open);
    const { body } = await complete(open);
    expect(body.type).toBe("order");
    await sleep(WEBHOOK_HANDLED_MS);
    expect(await ordersOf(open)).toMatchObject([{ id: body.order.id, payment_status: "captured" }]);
  });

  it("is made on the hosted page without JavaScript", async () => {
    const open = await cart();
    const form = { method: "MOBILE_MONEY", operator: "MTN", country: "CI", phone: "+2250500000789" };
    const { status } = await fetch(open.url, {
      method: "POST",
      redirect: "manual",
      headers: { origin: test.origin },
      body: new URLSearchParams(form),
    });
    expect(status).toBe(303);
    await test.advance(10_000);
    expect((await madeOrder(open)).total).toBe(5000);
  });

  it("waits while the outcome is unknown, and is not paid twice", async () => {
    const open = await cart();
    await pay(open, "329");
    expect((await complete(open)).status).toBe(400);
    expect((await test.request("GET", `/checkout/sessions/${open.sessionId}`)).body.data.status).toBe(
      "PROCESSING",
    );
    expect(await ordersOf(open)).toEqual([]);
  });

  it("is not made by a forged webhook", async () => {
    const open = await cart();
    const forged = await fetch(`${medusa.origin}/hooks/payment/cauris_cauris`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": "evt_forged",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": "v1,AAAA",
      },
      body: JSON.stringify({
        type: "checkout.session.completed",
        data: { amount: "5000", currency: "XOF", metadata: { medusaPaymentSession: open.paymentSessionId } },
      }),
    });
    // Medusa answers before it has looked at it.
    expect(forged.status).toBe(200);
    await sleep(WEBHOOK_HANDLED_MS);
    expect(await ordersOf(open)).toEqual([]);
  });

  it("has the amount of the cart that was changed, and the page of before is closed", async () => {
    const open = await cart();
    await good(
      shop.store("POST", `/store/carts/${open.id}/line-items`, { variant_id: shop.variantId, quantity: 1 }),
    );
    const changed = { id: open.id, ...(await paymentSession(open.id)) };
    expect(changed.sessionId).not.toBe(open.sessionId);
    expect((await test.request("GET", `/checkout/sessions/${open.sessionId}`)).body.data.status).toBe(
      "CANCELLED",
    );
    await pay(changed);
    expect((await madeOrder(changed)).total).toBe(9500);
  });
});
