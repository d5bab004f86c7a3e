import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { type OwnPostgres, startPair } from "../harness/own-postgres.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/** The built service with DATABASE_REPLICA_URL: who turns pages and reads reports is answered by the standby. */
const DATABASE = "cauris";
const SESSIONS = 4;
let primary: OwnPostgres;
let standby: OwnPostgres;
let home: ServiceHome;
let service: ServiceProcess;
let metricsPort: number;
beforeAll(async () => {
  ({ primary, standby } = await startPair(DATABASE));
  home = await createServiceHome();
  metricsPort = await freePort();
  service = await home.start({
    env: {
      DATABASE_URL: primary.postgres.ownerUrl(DATABASE),
      DATABASE_REPLICA_URL: standby.postgres.ownerUrl(DATABASE),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: "info",
    },
  });
}, 180_000);
afterAll(async () => {
  await home?.remove();
  await Promise.all([primary?.remove(), standby?.remove()]);
}, 60_000);

async function send(method: "GET" | "POST", path: string, body?: unknown) {
  const { apiKey, baseUrl } = await home.sandbox();
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  const read: any = await answer.json();
  expect(answer.ok, JSON.stringify(read)).toBe(true);
  return read;
}

/** Values of a metric by its labels as written, `` for none. */
async function metric(name: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split("\n").filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return Object.fromEntries(
    lines.map((line) => [/\{(.*)\}/.exec(line)?.[1] ?? "", Number(line.split(" ").at(-1))]),
  );
}

const byReplica = async (): Promise<number> =>
  (await metric("cauris_database_replica_reads_total"))['answered_by="replica"'] ?? 0;

it("is told once that it is used, and shows how far it is behind", async () => {
  await expect.poll(() => service.output()).toContain('"database.replica.used"');
  expect(await metric("cauris_database_replica_unused")).toEqual({ "": 0 });
  expect((await metric("cauris_database_replica_lag_seconds"))[""]).toBeLessThan(10);
});

it("answers the second page of a list with what was made just before, and not the first", async () => {
  const made: string[] = [];
  for (let at = 0; at < SESSIONS; at += 1) {
    const { data } = await send("POST", "/checkout/sessions", {
      amount: "5000",
      currency: "XOF",
      title: "Order",
    });
    made.unshift(data.id);
    // Loops of the service read at the replica as well, now and then.
    await expect
      .poll(async () => {
        const before = await byReplica();
        const first = await send("GET", "/checkout/sessions?pageSize=1");
        expect(first.data[0].id).toBe(data.id);
        return (await byReplica()) - before;
      })
      .toBe(0);
    if (at === 0) continue;
    const second = await send("GET", "/checkout/sessions?pageSize=1&page=2");
    expect(second.data.map(({ id }: { readonly id: string }) => id)).toEqual([made[1]]);
    const next = await send("GET", `/checkout/sessions?pageSize=1&starting_after=${data.id}`);
    expect(next.data.map(({ id }: { readonly id: string }) => id)).toEqual([made[1]]);
  }
  expect(await byReplica()).toBeGreaterThan(0);
});

it("is left alone once it is away, and every read is answered", { timeout: 60_000 }, async () => {
  // It may have been unused before, at the start, until the standby had the database.
  const changes = () => service.output().split('"database.replica.unused"').length - 1;
  const before = changes();
  await standby.stop();
  const { data } = await send("GET", "/checkout/sessions?pageSize=1&page=2");
  expect(data).toHaveLength(1);
  await expect.poll(() => metric("cauris_database_replica_unused"), { timeout: 20_000 }).toEqual({ "": 1 });
  expect(changes() - before).toBe(1);
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0 });
});
