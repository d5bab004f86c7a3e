import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/src/db/embedded.ts";
import { createDatabase } from "../server/src/db/pool.ts";
import { checkInvariants } from "../server/src/invariants/index.ts";
import { openServiceKeyring } from "../server/src/keyring/index.ts";
import type { CellCode } from "../server/src/kit/cell.ts";
import { systemClock } from "../server/src/kit/clock.ts";
import type { Keyring } from "../server/src/kit/keyring.ts";
import { createSystemRandom } from "../server/src/kit/random.ts";
import { createLogger } from "../server/src/log/logger.ts";
import type { Bench } from "./bench.ts";
import type { LoadOrder, MerchantKey } from "./plan.ts";
import { runLoad, type ServiceProcess, startService, startWorld, type WorldProcess } from "./processes.ts";
import { countStatements, statementSettings } from "./statements.ts";

/** A separate database, world and service, in a fresh folder. */
export interface Stand {
  readonly postgres: EmbeddedPostgres;
  readonly world: WorldProcess;
  readonly service: ServiceProcess;
  /** A second one for background work only; when absent, the service does that too. */
  readonly worker?: ServiceProcess;
  readonly postgresPid: number;
  /** Connections as the owner of the service's database. */
  readonly db: Database;
  /** The service's keyring. */
  readonly keyring: Keyring;
  /** Starts the service again after it was killed, with the same settings. */
  startAgain(): Promise<void>;
  /** Violations in the books; empty when they are consistent. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StandOptions {
  readonly merchants: number;
  /** Settings of the service, as environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the world, as environment. */
  readonly worldEnv?: Readonly<Record<string, string>>;
  /** Background work, mainly webhooks, in a separate process. */
  readonly worksApart?: boolean;
}

const log = createLogger({ level: "error", format: "json" });
const DATABASE = "cauris";
const TRIES_MAX = 5;

export async function openStand(bench: Bench, options: StandOptions): Promise<Stand> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const dataDir = await mkdtemp(join(tmpdir(), "cauris-bench-"));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { ...(bench.profile ? statementSettings : {}), ...bench.postgresSettings };
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
    // When root starts it, the server keeps its files elsewhere, in a folder of the account it runs as.
    const files = await readlink(`/proc/${postgres.pid()}/cwd`).catch(() => dataDir);
    undo.push(async () => {
      await postgres.stop();
      await rm(files, { recursive: true, force: true });
    });
    await postgres.ensureDatabase(DATABASE);
    const stand = await openStandOn(bench, postgres.ownerUrl(DATABASE), options);
    undo.push(stand.close);
    return { ...stand, postgres, postgresPid: postgres.pid(), close: () => closeAll(undo) };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}

/** A world and a service on a database that is there, reached as the owner of its tables. */
export async function openStandOn(
  bench: Bench,
  ownerUrl: string,
  { merchants, env = {}, worldEnv = {}, worksApart = false }: StandOptions,
): Promise<Omit<Stand, "postgres" | "postgresPid">> {
  const undo: (() => Promise<void>)[] = [];
  try {
    bench.say("Starting PostgreSQL, an operator and the service …");
    const dataDir = await mkdtemp(join(tmpdir(), "cauris-bench-"));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const world = await startWorld(worldEnv);
    undo.push(() => world.stop());
    const environment = {
      DATABASE_URL: ownerUrl,
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      WORLD_PORT: String(world.port),
      ...env,
    };
    const role = worksApart ? { ROLE: "api" } : {};
    const service = await startService({ ...environment, ...role, MERCHANTS: String(merchants) });
    undo.push(() => service.stop());
    const worker = worksApart ? await startService({ ...environment, ROLE: "worker", MERCHANTS: "0" }) : null;
    if (worker !== null) undo.push(() => worker.stop());
    // A check of the books reads all of them.
    const db = createDatabase({
      url: ownerUrl,
      max: 2,
      applicationName: "bench",
      log,
      statementTimeoutMs: 600_000,
    });
    undo.push(() => db.close());
    const keyring = await openServiceKeyring(
      { db, clock: systemClock, random: createSystemRandom() },
      { dataDir, cell: env.CELL as CellCode | undefined },
    );
    if (bench.profile) await countStatements(db);
    return {
      world,
      service,
      ...(worker === null ? {} : { worker }),
      db,
      keyring,
      startAgain: async () => {
        const again = await startService({ ...environment, ...role, MERCHANTS: "0" });
        undo.push(() => again.stop());
      },
      check: async () => {
        // Rows written a minute ago have no statistics yet, and the checks join all of them.
        await db.query({ text: "analyze" });
        return (await checkInvariants(db)).map(({ invariant, id, detail }) => `${invariant} ${id} ${detail}`);
      },
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}

async function closeAll(undo: (() => Promise<void>)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

const RUN_IN_SECONDS = 15;

/**
 * Unmeasured payments. Code is compiled as it runs: a service that has just started spends a fifth of its processor
 * time on that, one that has served for half a minute nearly none.
 */
export async function runIn(
  bench: Bench,
  { service: { port, merchants } }: Pick<Stand, "service">,
  order: Partial<LoadOrder> = {},
): Promise<void> {
  bench.say(`Running it in for ${RUN_IN_SECONDS} s …`);
  await runLoad({
    port,
    merchants,
    seed: bench.seed,
    connections: 64,
    warmUp: 0,
    seconds: RUN_IN_SECONDS,
    kind: "payments",
    slug: null,
    rate: null,
    ...order,
  });
}

const VERIFIED_WAIT_MS_MAX = 30_000;
const LOOK_EVERY_MS = 50;

/** Each merchant subscribes to all events, at the world's receiver. Resolves when each endpoint is verified. */
export async function listenForAll({
  db,
  service,
  world,
}: Pick<Stand, "db" | "service" | "world">): Promise<void> {
  const waiting = [...service.merchants];
  const register = async (): Promise<void> => {
    for (let merchant = waiting.pop(); merchant !== undefined; merchant = waiting.pop()) {
      await post(service.port, merchant, `/merchant/merchants/${merchant.merchantId}/webhook-endpoints`, {
        url: `http://localhost:${world.port}/hooks`,
        events: ["*"],
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, register));
  const deadlineMs = performance.now() + VERIFIED_WAIT_MS_MAX;
  const unverified = { text: "select 1 from webhook_endpoints where proved_at is null limit 1" };
  while ((await db.query(unverified)).length > 0) {
    if (performance.now() > deadlineMs) throw new Error("the receivers have not answered their pings");
    await sleep(LOOK_EVERY_MS);
  }
}

/** Creates an object by the public API; retries when it is refused. Rejects when the answer is not 201. */
export async function post(port: number, merchant: MerchantKey, path: string, body: unknown): Promise<void> {
  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${merchant.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": `bench${path}`,
      },
      body: JSON.stringify(body),
    });
  let response = await ask();
  for (let tries = 1; response.status === 503 && tries < TRIES_MAX; tries += 1) {
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1_000);
    response = await ask();
  }
  if (response.status !== 201)
    throw new Error(`${path} answered ${response.status} ${await response.text()}`);
}
