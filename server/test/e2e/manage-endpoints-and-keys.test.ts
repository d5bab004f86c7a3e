import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Management of endpoints and keys on the whole service, wired as in production. */
let app: TestApp;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let base: string;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  app = await startTestApp();
  receiver = await startReceiver();
  base = `/merchant/merchants/${app.merchantId}`;
});
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

test("a ping goes to its endpoint alone, and the invariants know that the others have no part in it", async () => {
  const endpoints = [];
  for (const path of ["/one", "/two"]) {
    const { body } = await app.request("POST", `${base}/webhook-endpoints`, {
      body: { url: `${receiver.url}${path}` },
    });
    endpoints.push(body.data.id);
  }
  await app.advance(2 * MINUTE_MS, MINUTE_MS);
  const ping = await app.request("POST", `${base}/webhook-endpoints/${endpoints[0]}/ping`);
  await app.drain();
  const of = async (id: string) =>
    (await app.request("GET", `${base}/webhook-endpoints/${id}/deliveries`)).body.data.map(
      (one: { eventType: string; status: string }) => [one.eventType, one.status],
    );
  // The first of each was sent automatically when the endpoint was registered.
  expect(await of(endpoints[0])).toEqual([
    ["endpoint.ping", "SUCCEEDED"],
    ["endpoint.ping", "SUCCEEDED"],
  ]);
  expect(await of(endpoints[1])).toEqual([["endpoint.ping", "SUCCEEDED"]]);
  await expectInvariants(app.owner);

  const event = await app.request("GET", `${base}/events/${ping.body.data.eventId}`);
  expect(event.body.data).toMatchObject({ type: "endpoint.ping", data: { id: endpoints[0] } });
  const from = new Date(app.clock.nowMs() - MINUTE_MS).toISOString();
  const replay = await app.request("POST", `${base}/webhook-endpoints/${endpoints[1]}/replay`, {
    body: { from },
  });
  expect(replay.body.data).toMatchObject({ matched: 0, replayed: 0, nextCursor: null });
  const gone = await app.request("DELETE", `${base}/webhook-endpoints/${endpoints[0]}`);
  expect([gone.status, gone.body.data.deleted]).toEqual([200, true]);
  await expectInvariants(app.owner);
});

test("a key made through the API works and, revoked, is refused by the very next request", async () => {
  const { body } = await app.request("POST", `${base}/api-keys`, {
    body: { name: "Till", permissions: ["merchant.wallets.read"] },
  });
  const asks = (apiKey: string) => app.request("GET", "/payments/wallets", { apiKey });
  expect((await asks(body.data.key)).status).toBe(200);
  const rolled = await app.request("POST", `${base}/api-keys/${body.data.id}/roll`, {
    body: { overlapHours: 1 },
  });
  expect([(await asks(body.data.key)).status, (await asks(rolled.body.data.key)).status]).toEqual([200, 200]);
  app.clock.advance(60 * MINUTE_MS);
  expect([(await asks(body.data.key)).status, (await asks(rolled.body.data.key)).status]).toEqual([401, 200]);
  await app.request("POST", `${base}/api-keys/${rolled.body.data.id}/revoke`);
  const refused = await asks(rolled.body.data.key);
  expect([refused.status, refused.body.error.code]).toEqual([401, "Invalid API key"]);
});
