import { createServer, type Server } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let test: TestApp;
let receiver: Server;
let url: string;
const received: Received[] = [];

beforeAll(async () => {
  test = await startTestApp();
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  url = `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}/hooks`;
});
afterAll(async () => {
  await test.stop();
  receiver.closeAllConnections();
  receiver.close();
});

async function pay(phone: string): Promise<string> {
  const created = await test.request("POST", "/checkout/sessions", {
    body: { amount: "2500", currency: "XOF", title: "Panier", metadata: { cart: "9" } },
  });
  const { id } = created.body.data;
  await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone, operator: "MTN", countryCode: "CI" } },
  });
  await test.advance(8_000);
  return id;
}

describe("a merchant's server", () => {
  it("hears signed, numbered events of a payment, with the session's whole id", async () => {
    const endpoint = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
      body: { url, events: ["*"] },
    });
    expect(endpoint.status).toBe(201);
    const { secret } = endpoint.body.data;
    const sessionId = await pay("+2250500000789");
    // The verifier uses the machine's clock, the application the test's.
    vi.useFakeTimers({ toFake: ["Date"], now: test.clock.nowMs() });
    const events = received.map(({ headers, body }) => {
      // biome-ignore lint/suspicious/noExplicitAny: an event is JSON from outside.
      return new Webhook(secret).verify(body, { ...headers }) as any;
    });
    vi.useRealTimers();
    expect(events[0]).toMatchObject({
      type: "endpoint.ping",
      sequence: 1,
      data: { object: "webhook_endpoint", id: endpoint.body.data.id },
    });
    const read = await test.request(
      "GET",
      `/merchant/merchants/${test.merchantId}/webhook-endpoints/${endpoint.body.data.id}`,
    );
    expect(read.body.data.verifiedAt).toEqual(expect.any(String));
    expect(
      events
        .slice(1)
        .map((event) => [event.sequence, event.type])
        .sort(),
    ).toEqual([
      [1, "payment.processing"],
      [2, "payment.succeeded"],
      [3, "checkout.session.completed"],
    ]);
    const completed = events.find((event) => event.type === "checkout.session.completed");
    expect(completed).toMatchObject({
      object: "event",
      apiVersion: "v1",
      mode: "SANDBOX",
      merchantId: test.merchantId,
      data: { object: "checkout.session", id: sessionId, status: "SUCCEEDED", metadata: { cart: "9" } },
    });
    expect(events.find((event) => event.type === "payment.succeeded")?.data).toMatchObject({
      object: "charge",
      status: "SUCCEEDED",
      sessionId,
      amount: "2500",
    });
    // The stored body must not contain the payer's token.
    const stored = await test.owner.query<{ payload: string }>({ text: "select payload from events" });
    expect(stored.some(({ payload }) => payload.includes(sessionId))).toBe(false);
  });

  it("hears why a payment failed", async () => {
    received.length = 0;
    await pay("+2250500000049");
    const failed = received
      .map(({ body }) => JSON.parse(body))
      .find((event) => event.type === "payment.failed");
    expect(failed?.data).toMatchObject({
      failureCode: "INSUFFICIENT_FUNDS",
      failureMessage: expect.any(String),
      reason: expect.any(String),
    });
  });
});
