import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";
import { startProxy, type TestProxy } from "./proxy.ts";
import { countEvents, paidReferences, type Receiver, startReceiver, subscribe } from "./receiver.ts";

const PAYERS = 60;
const DELIVERED_MS_MAX = 30_000;
/** Minimum answers of an instance before it is stopped. */
const ANSWERS_MIN = 100;

let database: TestDatabase;
let home: ServiceHome;
let proxy: TestProxy | null = null;
let receiver: Receiver | null = null;
let load: Load | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
  // One folder for both: an external database does not lock it, and it contains the master key that they share.
  home = await createServiceHome({ DATABASE_URL: database.ownerUrl, DATABASE_CONNECTIONS: "6" });
});
afterAll(async () => {
  await load?.abort();
  await proxy?.close();
  await receiver?.close();
  await home.remove();
  await database.drop();
});

it("restarts two instances one after the other under load: no request fails and no work is lost", {
  timeout: 180_000,
}, async () => {
  const seed = testSeed();
  console.info(`seed ${seed}`);
  const ports = [home.port, await freePort()] as const;
  const instances = [await home.start({ port: ports[0] }), await home.start({ port: ports[1] })];
  const sandbox = await home.sandbox();
  receiver = await startReceiver();
  await subscribe(`http://127.0.0.1:${ports[0]}`, sandbox, receiver.url);
  proxy = await startProxy(ports.map((port) => `http://127.0.0.1:${port}`));
  load = startLoad({ origin: proxy.origin, apiKey: sandbox.apiKey, payers: PAYERS, seed });

  const endedMs: number[] = [];
  for (const [index, port] of ports.entries()) {
    const origin = `http://127.0.0.1:${port}`;
    const before = proxy.answered.get(origin) ?? 0;
    while ((proxy.answered.get(origin) ?? 0) - before < ANSWERS_MIN) await sleep(5);
    const askedAtMs = performance.now();
    const instance = instances[index];
    const exit = await instance?.stop();
    expect(exit, instance?.output()).toMatchObject({ code: 0, signal: null });
    endedMs.push(Math.round((exit?.atMs ?? 0) - askedAtMs));
    instances[index] = await home.start({ port });
  }
  await load.finish();

  const { payments, failures, surprises } = load;
  console.info(`${payments.size} payments; stops took ${endedMs.join(", ")} ms`);
  expect({ failures, surprises, behindTheProxy: proxy.failures }).toEqual({
    failures: [],
    surprises: [],
    behindTheProxy: [],
  });
  await expectNothingLost(database.owner, payments.values());
  expect([...payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
  expect(await findDifferences(database.owner)).toEqual([]);
  await expectInvariants(database.owner);

  const { events } = receiver;
  const written = await countEvents(database.owner);
  for (const deadline = performance.now() + DELIVERED_MS_MAX; performance.now() < deadline; await sleep(50)) {
    if (events.size >= written) break;
  }
  expect(events.size).toBe(written);
  const told = paidReferences(events.values());
  expect([...payments.values()].filter(({ reference }) => !told.has(reference))).toEqual([]);
});
