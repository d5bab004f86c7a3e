import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";
import { countEvents, type Receiver, startReceiver, subscribe } from "./receiver.ts";

/** Each takes six seconds of a machine with two cores. `CRASH_KILLS` makes more of them. */
const KILLS = Number(process.env.CRASH_KILLS ?? 10);
/** To compare whole books on a busy machine may take long. */
const STATEMENT_TIMEOUT_MS = 60_000;
const PAYERS = 260;
const IN_FLIGHT_MIN = 200;
/** Minimum answers between two kills: each kill hits a working service. */
const ANSWERS_MIN = 150;
/** How long deliveries are waited for. */
const DELIVERED_MS_MAX = 60_000;
/** Maximum time between the load's start and the kill. */
const PAUSE_MS_MAX = 600;

let home: ServiceHome;
let db: Database | null = null;
let load: Load | null = null;
let receiver: Receiver | null = null;
beforeAll(async () => {
  home = await createServiceHome();
});
afterAll(async () => {
  await load?.abort();
  await receiver?.close();
  await db?.close();
  await home.remove();
});

it(`loses no acknowledged answer over ${KILLS} kills of the server under load`, {
  // A start under load and the comparison after it: six seconds where nothing else runs.
  timeout: KILLS * 30_000,
}, async () => {
  const seed = testSeed();
  console.info(`seed ${seed}`);
  const random = createSeededRandom(seed);
  let service = await home.start();
  const sandbox = await home.sandbox();
  receiver = await startReceiver();
  await subscribe(service.origin, sandbox, receiver.url);
  db = createDatabase({
    url: await home.ownerUrl(),
    max: 2,
    applicationName: "crash test",
    log: quietLog,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  load = startLoad({ origin: service.origin, apiKey: sandbox.apiKey, payers: PAYERS, seed });

  const readyMs: number[] = [];
  const ownReadyMs: number[] = [];
  const inFlight: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const answeredBefore = load.answered();
    while (load.inFlight() < IN_FLIGHT_MIN || load.answered() - answeredBefore < ANSWERS_MIN) await sleep(5);
    await sleep(random.unit() * PAUSE_MS_MAX);
    while (load.inFlight() < IN_FLIGHT_MIN) await sleep(1);
    inFlight.push(load.inFlight());
    await service.kill();
    service = await home.start();
    readyMs.push(Math.round(service.readyMs));
    // Without the time in which payers and other tests had the processor.
    ownReadyMs.push(Math.round(service.readyMs - service.queuedMs));
    await expectNothingLost(db, load.payments.values());
  }
  // Payments interrupted by the kills continue; no new ones begin.
  const readyAtMs = performance.now();
  await load.finish();
  const resumedMs = Math.round(performance.now() - readyAtMs);
  const written = await countEvents(db);
  while (receiver.events.size < written && performance.now() - readyAtMs < DELIVERED_MS_MAX) await sleep(50);
  const toldMs = Math.round(performance.now() - readyAtMs);

  const { payments, surprises } = load;
  console.info(
    `${payments.size} payments; in flight at each kill ${Math.min(...inFlight)} or more; ready again within ` +
      `${Math.max(...readyMs)} ms (median ${median(readyMs)}; without waiting for a processor at most ` +
      `${Math.max(...ownReadyMs)}); after the last start all had ended in ${resumedMs} ms ` +
      `and ${written} events were delivered in ${toldMs} ms`,
  );
  expect(surprises).toEqual([]);
  await expectNothingLost(db, payments.values());
  expect([...payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
  expect(await findDifferences(db)).toEqual([]);
  await expectInvariants(db);
  expect(receiver.events.size).toBe(written);
});

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
