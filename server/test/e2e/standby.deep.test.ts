import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { type Forwarder, startForwarder } from "../harness/forwarder.ts";
import { type OwnPostgres, startPair } from "../harness/own-postgres.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/**
 * The built service behind an address that moves between a primary and its standby: before the start, during operation,
 * and until the standby was promoted.
 */
const DATABASE = "cauris";
const standbyWords = "the server is a standby (in recovery) and refuses writes";

let primary: OwnPostgres;
let standby: OwnPostgres;
let address: Forwarder;
let home: ServiceHome;
let service: ServiceProcess;
beforeAll(async () => {
  ({ primary, standby } = await startPair(DATABASE));
  address = await startForwarder(standby.port);
  home = await createServiceHome();
}, 120_000);
afterAll(async () => {
  await home?.remove();
  await address?.close();
  await Promise.all([primary?.remove(), standby?.remove()]);
}, 60_000);

async function send(method: string, path: string, body?: unknown) {
  const { apiKey, baseUrl } = await home.sandbox();
  const response = await fetch(
    path.startsWith("/readyz") ? `${service.origin}${path}` : `${baseUrl}${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === "POST"
          ? { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }
          : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  const answer: { readonly data: any; readonly error: any } = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, body: answer };
}

const order = { amount: "5000", currency: "XOF", title: "Order" };
const ready = () => send("GET", "/readyz");

it("a start waits for as long as its address leads to a standby, and says so", {
  timeout: 120_000,
}, async () => {
  const url = new URL(primary.postgres.ownerUrl(DATABASE));
  url.port = String(address.port);
  service = home.spawn({ env: { DATABASE_URL: url.href, PROCESSES: "1" } });
  while (!service.output().includes("Waiting for")) await sleep(10);
  expect(service.output()).toContain(
    `Waiting for PostgreSQL at 127.0.0.1:${address.port}, database ${DATABASE}: ${standbyWords}`,
  );
  address.leadTo(primary.port);
  await expect
    .poll(
      () =>
        ready().then(
          ({ status }) => status,
          () => null,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
});

it("a standby under a running service turns it red with the reason, and refuses writes with 503", {
  timeout: 60_000,
}, async () => {
  address.leadTo(standby.port);
  const [session, link] = [send("POST", "/checkout/sessions", order), send("POST", "/payments/links", order)];
  await expect
    .poll(async () => (await ready()).body.error?.details.reasons?.database)
    .toContain(standbyWords);
  const red = await ready();
  expect([red.status, red.body.error.details.checks.database]).toEqual([503, "down"]);
  for (const { status, headers, body } of await Promise.all([session, link])) {
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(body)).not.toMatch(/read-only|25006/);
  }
  // Retried five times a second, and logged once.
  expect(service.output().split('"batch_writer.connection.lost"').length - 1).toBeLessThanOrEqual(2);
});

it("a session that is created while the address moves back waits for it, and is created", {
  timeout: 60_000,
}, async () => {
  const waiting = send("POST", "/checkout/sessions", order);
  await sleep(500);
  address.leadTo(primary.port);
  expect((await waiting).status).toBe(201);
  await expect.poll(async () => (await ready()).status).toBe(200);
});

it("a standby that is promoted has all that was acknowledged, and takes writes", {
  timeout: 60_000,
}, async () => {
  const made = await send("POST", "/checkout/sessions", order);
  expect(made.status).toBe(201);
  // A clean stop: the standby has everything when it is done.
  await primary.stop();
  address.leadTo(standby.port);
  const admin = await openDedicatedConnection({
    url: standby.postgres.ownerUrl(DATABASE),
    applicationName: "admin",
  });
  await admin.query({ text: "select pg_promote()" });
  await admin.close();
  await expect.poll(async () => (await ready()).status).toBe(200);
  const kept = await send("GET", `/checkout/sessions/${made.body.data.id}`);
  expect([kept.status, kept.body.data.status]).toEqual([200, "OPEN"]);
  expect((await send("POST", "/checkout/sessions", order)).status).toBe(201);
  expect((await send("POST", "/payments/links", order)).status).toBe(201);
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
});
