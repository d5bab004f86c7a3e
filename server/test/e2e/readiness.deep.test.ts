import { afterAll, beforeAll, expect, it } from "vitest";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** `/readyz` succeeds only when a write would work, and a write meanwhile never gets an internal error. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ isPatient: false });
});
afterAll(() => test?.stop());

const createSession = () =>
  test.request("POST", "/checkout/sessions", { body: { amount: "5000", currency: "XOF", title: "Order" } });
const createLink = () =>
  test.request("POST", "/payments/links", {
    body: { amount: "5000", currency: "XOF", title: "Order" },
    headers: { "idempotency-key": crypto.randomUUID() },
  });
const ready = () => test.request("GET", `${test.origin}/readyz`, { apiKey: null });
const allUp = { database: "up", lanes: "up", storage: "up" };

/** As in a failover: every session of the service ends, and new ones find the server changed. */
async function turnReadOnly(to: "on" | "off"): Promise<void> {
  const elsewhere = new URL(test.ownerUrl);
  const name = elsewhere.pathname.slice(1);
  elsewhere.pathname = "/postgres";
  const admin = await openDedicatedConnection({ url: elsewhere.href, applicationName: "admin" });
  await admin.query({ text: `alter database ${name} set default_transaction_read_only = ${to}` });
  await admin.query({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
    values: [name],
  });
  await admin.close();
}

it("is green while everything works", async () => {
  const answer = await ready();
  expect([answer.status, answer.body.data.checks]).toEqual([200, allUp]);
});

it("is red on a server that has become read-only, and green when it takes writes again", {
  timeout: 60_000,
}, async () => {
  expect((await createSession()).status).toBe(201);
  await turnReadOnly("on");
  const writes = await Promise.all([createSession(), createLink()]);
  for (const { status, headers, body } of writes) {
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  const red = await ready();
  expect(red.status).toBe(503);
  expect(red.body.error.details.checks.database).toBe("down");
  expect(red.body.error.details.reasons.database).toContain("read-only");
  await turnReadOnly("off");
  await expect.poll(async () => (await ready()).body.data?.checks).toEqual(allUp);
  expect((await createSession()).status).toBe(201);
  expect((await createLink()).status).toBe(201);
});

it("is red when PostgreSQL's disk is full", async () => {
  await test.owner.query({
    text: `create function disk_full() returns trigger language plpgsql as
             $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  });
  await test.owner.query({
    text: "create trigger full_disk before insert on checkout_sessions for each row execute function disk_full()",
  });
  const answers = await Promise.all(Array.from({ length: 20 }, createSession));
  for (const { status, body, headers } of answers) {
    expect([status, body.error.code, headers.get("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
  }
  const red = await ready();
  expect([red.status, red.body.error.details]).toMatchObject([
    503,
    {
      checks: { ...allUp, storage: "down" },
      reasons: { storage: "PostgreSQL refused a write: its disk is full" },
    },
  ]);
  await test.owner.query({ text: "drop trigger full_disk on checkout_sessions" });
  expect((await createSession()).status).toBe(201);
});

/** Whatever the other checks find: the disk still counts as full for a while. */
const lanesCheck = async (): Promise<string> => {
  const { body } = await ready();
  return (body.data ?? body.error.details).checks.lanes;
};

it("is red while batch writers have no connection, and brings back those that are lost at rest", async () => {
  const name = new URL(test.ownerUrl).pathname.slice(1);
  // The batch writers' role may no longer connect, and their connections end.
  await test.owner.query({ text: `revoke connect on database ${name} from cauris_app, public` });
  await test.owner.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = 'cauris_app'`,
  });
  await expect.poll(lanesCheck).toBe("down");
  expect((await ready()).body.error.details.reasons.lanes).toContain("write 0");
  // The page of a simulated payment says so, too.
  const page = await test.request("GET", `${test.origin}/simulator?lang=en`, { apiKey: null });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.body).toContain("Try again in a few seconds");
  await test.owner.query({ text: `grant connect on database ${name} to cauris_app` });
  await expect.poll(lanesCheck).toBe("up");
});
