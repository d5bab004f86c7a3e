import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, probe, type ServiceHome } from "../harness/service-process.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";

const KILLS = 5;
/** To compare whole books on a busy machine may take long. */
const STATEMENT_TIMEOUT_MS = 60_000;
const PAYERS = 100;
const ANSWERS_MIN = 150;
const PAUSE_MS_MAX = 800;
const WATCH_INTERVAL_MS = 10;
const WATCH_MS_MAX = 60_000;

let home: ServiceHome;
let db: Database | null = null;
let load: Load | null = null;
beforeAll(async () => {
  home = await createServiceHome();
});
afterAll(async () => {
  await load?.abort();
  await db?.close();
  await home.remove();
});

it(`survives ${KILLS} kills of PostgreSQL under load and loses nothing it had acknowledged`, {
  timeout: 300_000,
}, async () => {
  const seed = testSeed();
  console.info(`seed ${seed}`);
  const random = createSeededRandom(seed);
  const service = await home.start();
  const { apiKey } = await home.sandbox();
  const url = await home.ownerUrl();
  db = createDatabase({
    url: await home.ownerUrl(),
    max: 2,
    applicationName: "crash test",
    log: quietLog,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  load = startLoad({ origin: service.origin, apiKey, payers: PAYERS, seed });

  const redMs: number[] = [];
  const greenMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const answeredBefore = load.answered();
    while (load.answered() - answeredBefore < ANSWERS_MIN) await sleep(5);
    await sleep(random.unit() * PAUSE_MS_MAX);
    const postgres = await home.postgresPid();
    if (postgres === null) throw new Error("PostgreSQL is not running");
    process.kill(postgres, "SIGKILL");
    const killedAtMs = performance.now();
    const [redAtMs, upAtMs] = await Promise.all([
      becomes(service.origin, (status) => status !== 200),
      databaseAnswers(url),
    ]);
    const greenAtMs = await becomes(service.origin, (status) => status === 200);
    redMs.push(Math.round(redAtMs - killedAtMs));
    greenMs.push(Math.round(greenAtMs - upAtMs));
    await expectNothingLost(db, load.payments.values());
  }
  await load.finish();

  const { payments, surprises } = load;
  console.info(
    `${payments.size} payments; red after ${redMs.join(", ")} ms; green ${greenMs.join(", ")} ms after the database`,
  );
  expect(service.child.exitCode, service.output()).toBeNull();
  expect(surprises).toEqual([]);
  await expectNothingLost(db, payments.values());
  expect([...payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
  expect(await findDifferences(db)).toEqual([]);
  await expectInvariants(db);
});

/** When `/readyz` first answers like this, on the clock of `performance.now()`. */
async function becomes(origin: string, wanted: (status: number | null) => boolean): Promise<number> {
  for (const deadline = performance.now() + WATCH_MS_MAX; performance.now() < deadline; ) {
    if (wanted(await probe(origin))) return performance.now();
    await sleep(WATCH_INTERVAL_MS);
  }
  throw new Error(`/readyz did not change within ${WATCH_MS_MAX} ms`);
}

/** When the database accepts a connection and answers again. */
async function databaseAnswers(url: string): Promise<number> {
  for (;;) {
    try {
      const connection = await openDedicatedConnection({ url, applicationName: "crash test watch" });
      await connection.query({ text: "select" });
      await connection.close();
      return performance.now();
    } catch {
      await sleep(WATCH_INTERVAL_MS);
    }
  }
}
