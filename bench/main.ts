import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../server/src/db/embedded/index.ts";
import { createDatabase } from "../server/src/db/pool.ts";
import { checkInvariants } from "../server/src/invariants/index.ts";
import { createLogger } from "../server/src/log/logger.ts";
import { type Baseline, type BaselineResult, findPgbench, openBaseline } from "./baseline.ts";
import { type Cell, measure, type Site } from "./cell.ts";
import type { LoadOrder } from "./plan.ts";
import { startService, startWorld } from "./processes.ts";
import { type Ratio, type Results, tableOf, writeResults } from "./report.ts";

/**
 * `npm run bench`: payments and status reads through the public API, beside PostgreSQL's own benchmark writing the same
 * rows on the same server in the same minutes. `-- --full` takes longer at each step and more steps.
 */
const full = process.argv.includes("--full");
const seconds = full ? 30 : 5;
const warmUp = full ? 5 : 2;
const MERCHANTS = 1_000;
const SEED = 20_261_121;

const say = (text: string): void => {
  process.stderr.write(`  ${text}\n`);
};

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "cauris-bench-"));
  const log = createLogger({ level: "error", format: "json" });
  say("Starting PostgreSQL, an operator and the service …");
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    await postgres.ensureDatabase("cauris");
    const world = await startWorld();
    const service = await startService({
      DATABASE_URL: postgres.ownerUrl("cauris"),
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      WORLD_PORT: String(world.port),
      MERCHANTS: String(MERCHANTS),
    });
    const site: Site = { service, world, postgresPid: postgres.pid() };
    say(`Listening for events of ${MERCHANTS} merchants …`);
    const slug = await prepareMerchants(site);
    const baseline = await prepareBaseline(postgres);
    const results = await measureAll(site, slug, baseline, async () => {
      const db = createDatabase({ url: postgres.ownerUrl("cauris"), max: 2, applicationName: "bench", log });
      const violations = await checkInvariants(db);
      await db.close();
      return violations.map(({ invariant, id, detail }) => `${invariant} ${id} ${detail}`);
    });
    await service.stop();
    await world.stop();
    const folder = await writeResults(full ? "payments-full" : "payments", results);
    process.stdout.write(`\n${tableOf(results)}\n\n`);
    say(`Written to ${folder}`);
    const errors = results.cells.flatMap(({ name, connections, errors }) =>
      Object.entries(errors).map(([what, count]) => `${name}, ${connections}: ${count} × ${what}`),
    );
    for (const problem of [...results.violations, ...errors]) say(`PROBLEM ${problem}`);
    if (results.violations.length + errors.length > 0) process.exitCode = 1;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Each merchant listens for everything; the first one has a link. Returns its slug. */
async function prepareMerchants({ service, world }: Site): Promise<string> {
  const post = async (path: string, apiKey: string, body: unknown): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": `bench${path}`,
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 201)
      throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  };
  const waiting = [...service.merchants];
  const register = async (): Promise<void> => {
    for (let merchant = waiting.pop(); merchant !== undefined; merchant = waiting.pop()) {
      const { merchantId, apiKey } = merchant;
      await post(`/merchant/merchants/${merchantId}/webhook-endpoints`, apiKey, {
        url: `http://localhost:${world.port}/hooks`,
        events: ["*"],
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, register));
  const slug = "hot-link";
  const [first] = service.merchants;
  await post("/payments/links", first?.apiKey ?? "", { amount: "5000", currency: "XOF", title: "Don", slug });
  return slug;
}

async function prepareBaseline(
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
): Promise<Baseline | null> {
  const pgbench = findPgbench();
  if (pgbench === null) {
    say("pgbench is not here: without it there are no ratios. Debian: apt-get install postgresql-contrib.");
    return null;
  }
  await postgres.ensureDatabase("baseline");
  return openBaseline(pgbench, postgres.ownerUrl("baseline"), postgres.pid(), MERCHANTS);
}

async function measureAll(
  site: Site,
  slug: string,
  baseline: Baseline | null,
  check: () => Promise<readonly string[]>,
): Promise<Results> {
  const cells: Cell[] = [];
  const baselines: (BaselineResult & { name: string; clients: number })[] = [];
  const pgbench = async (name: string, script: "naive" | "call", clients: number, merchants: number) => {
    if (baseline === null) return;
    say(`${name}, ${clients} clients …`);
    baselines.push({ name, clients, ...(await baseline.run(script, { clients, seconds, merchants })) });
  };
  const load = async (name: string, order: Partial<LoadOrder> & Pick<LoadOrder, "connections">) => {
    say(`${name}, ${order.connections} connections …`);
    const { port, merchants } = site.service;
    const defaults = { kind: "payments", slug: null, rate: null, seed: SEED } as const;
    cells.push(await measure(name, site, { port, merchants, warmUp, seconds, ...defaults, ...order }));
  };
  const hot = { merchants: site.service.merchants.slice(0, 1) };

  for (const clients of [16, 64]) await pgbench("pgbench naive", "naive", clients, MERCHANTS);
  for (const connections of full ? [1, 16, 64, 256] : [1, 64, 256]) await load("payments", { connections });
  for (const clients of [16, 64]) await pgbench("pgbench function", "call", clients, MERCHANTS);
  for (const clients of [16, 64]) await pgbench("pgbench naive, one merchant", "naive", clients, 1);
  for (const connections of full ? [64, 256] : [256])
    await load("payments, one merchant", { connections, ...hot });
  for (const clients of [16, 64]) await pgbench("pgbench function, one merchant", "call", clients, 1);
  await load("payments, one link", { connections: 64, ...hot, slug });
  const top = perSecondOf(cells, "payments", 256);
  await load("payments at half of the top", { connections: 256, rate: Math.max(1, Math.round(top / 2)) });
  await load("status reads", { connections: 64, kind: "status" });
  say("Checking that the books are whole …");
  return {
    takenAt: new Date().toISOString(),
    full,
    cells,
    baselines,
    ratios: ratiosOf(cells, baselines),
    violations: await check(),
  };
}

function perSecondOf(cells: readonly Cell[], name: string, connections: number): number {
  return cells.find((cell) => cell.name === name && cell.connections === connections)?.perSecond ?? 0;
}

function ratiosOf(
  cells: readonly Cell[],
  baselines: readonly (BaselineResult & { readonly name: string })[],
): readonly Ratio[] {
  if (baselines.length === 0) return [];
  const best = (name: string): number =>
    Math.max(...baselines.filter((each) => each.name === name).map(({ perSecond }) => perSecond));
  const cheapest = Math.min(
    ...baselines.filter(({ name }) => name === "pgbench naive").map(({ postgresMicros }) => postgresMicros),
  );
  const spread = cells.find(({ name, connections }) => name === "payments" && connections === 256);
  const one = perSecondOf(cells, "payments, one merchant", 256);
  const half = cells.find(({ name }) => name === "payments at half of the top")?.calls.complete;
  const atLeast = (name: string, value: number, least: number): Ratio => ({
    name,
    value,
    must: `≥ ${least}`,
    holds: value >= least,
  });
  const atMost = (name: string, value: number, most: number): Ratio => ({
    name,
    value,
    must: `≤ ${most}`,
    // Nothing measured is nothing proved.
    holds: value > 0 && value <= most,
  });
  return [
    atLeast(
      "payments ÷ pgbench naive, 1000 merchants",
      (spread?.perSecond ?? 0) / best("pgbench naive"),
      2.2,
    ),
    atLeast("payments ÷ pgbench naive, one merchant", one / best("pgbench naive, one merchant"), 4.5),
    atLeast(
      "payments ÷ pgbench function, 1000 merchants",
      (spread?.perSecond ?? 0) / best("pgbench function"),
      1.1,
    ),
    atMost("PostgreSQL CPU of a payment ÷ naive's", (spread?.postgresMicros ?? 0) / cheapest, 0.2),
    atMost("p50 of complete at half of the top, ms", half?.p50 ?? 0, 10),
    atMost("p99 of complete at half of the top, ms", half?.p99 ?? 0, 50),
  ];
}

await main();
process.exit(process.exitCode ?? 0);
