import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { haproxyConfig } from "../../src/cells/haproxy.ts";
import { parseCellList } from "../../src/cells/list.ts";
import { CommitUnknownError } from "../../src/db/errors.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { prepareFence } from "../../src/merchant-move/fence.ts";
import { expectNothingLost, findDifferences } from "../crash/kept.ts";
import { type Citus, type CitusSchema, openCitus } from "../harness/citus.ts";
import { createTestSchema, type TestDatabase } from "../harness/database.ts";
import { findHaproxy, startHaproxy, type TestHaproxy } from "../harness/haproxy.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/** A database on a Citus coordinator that has two workers, as a role that may make schemas and roles. */
const citusUrl = process.env.CITUS_URL ?? "";
const haproxy = await findHaproxy();
const missing = citusUrl === "" ? "CITUS_URL names none" : "missing" in haproxy ? haproxy.missing : undefined;
if (missing !== undefined) console.log(`Cells on a Citus are not tried: ${missing}.`);

const PER_SECOND = 50;
const PAYERS = 150;
/** Of the neighbour, who has to notice nothing. */
const NEIGHBOUR = { payers: 10, perSecond: 3 };
/** Payments between two steps: each step meets payers who pay. */
const PAYMENTS = 100;
/** The simulator answers success at once, or calls back before it answers. */
const ENDINGS = ["279", "269"];
/** A move is killed this long after it has begun: while it prepares, copies, and catches up. */
const KILLS_MS = [50, 500, 1_500, 4_000];

interface Cell {
  readonly code: string | null;
  readonly place: CitusSchema;
  readonly database: TestDatabase;
  readonly home: ServiceHome;
  service: ServiceProcess;
}

/** What docs/operating/scale.md says of one Citus: a schema for each cell, one of which moves to another worker while payers pay. */
describe.skipIf(missing !== undefined)("two cells on one Citus behind a HAProxy, under load", () => {
  let citus: Citus;
  let proxy: TestHaproxy;
  let port: number;
  const cells: Cell[] = [];
  let loads: readonly Load[] = [];

  async function addCell(code: string | null): Promise<Cell> {
    const place = await citus.addSchema();
    const database = await createTestSchema({ ownerUrl: citusUrl }, place.schema);
    await place.distribute();
    const home = await createServiceHome({
      DATABASE_URL: place.ownerUrl,
      TRUSTED_PROXIES: "127.0.0.1",
      ...(code === null ? {} : { CELL: code }),
    });
    const cell = { code, place, database, home, service: await home.start() };
    cells.push(cell);
    return cell;
  }
  const succeeded = (load: Load): number =>
    [...load.payments.values()].filter((payment) => payment.succeeded !== null).length;
  /** The longest time between two payers' attempts that were answered, from then on. */
  const longestPauseMs = (load: Load, sinceMs: number): number => {
    const answers = [...load.payments.values()].flatMap(({ completed }) => completed?.atMs ?? []);
    const times = [sinceMs, ...answers.filter((atMs) => atMs >= sinceMs).toSorted((a, b) => a - b)];
    return Math.max(...times.slice(1).map((atMs, at) => atMs - (times[at] ?? atMs)));
  };
  async function paid(...those: readonly Load[]): Promise<void> {
    const before = those.map(succeeded);
    while (those.some((load, at) => succeeded(load) - (before[at] ?? 0) < PAYMENTS / those.length))
      await sleep(20);
  }

  beforeAll(async () => {
    console.info(`seed ${testSeed()}`);
    citus = await openCitus(citusUrl);
    port = await freePort();
    for (const code of [null, "ci"]) await addCell(code);
    const list = parseCellList(
      JSON.stringify({
        host: "pay.localhost",
        bind: `127.0.0.1:${port}`,
        cells: cells.map(({ code, home }) => ({ code, servers: [`127.0.0.1:${home.port}`] })),
      }),
    );
    if ("program" in haproxy) proxy = await startHaproxy(haproxy.program, haproxyConfig(list), port);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(loads.map((load) => load.abort()));
    await proxy?.close();
    for (const { home, database } of cells) {
      await home.remove();
      await database.drop();
    }
    await citus?.close();
  }, 120_000);

  it("a merchant of neither can be frozen, and the refusal says why", async () => {
    const merchant = { merchantId: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f" as MerchantId, numbers: [] };
    for (const { database } of cells)
      await expect(prepareFence(database.owner, merchant)).rejects.toThrow(
        "are on Citus, which takes no triggers",
      );
  });

  it(`one is moved with ${PER_SECOND} payments a second, and its process is killed: the other fails no request, and nothing is lost or taken twice`, {
    timeout: 300_000,
  }, async () => {
    const [plain, ci] = cells as [Cell, Cell];
    const begin = async ({ home }: Cell, load: { payers: number; perSecond: number }, seed: number) => {
      const { apiKey } = await home.sandbox();
      return startLoad({ origin: `http://127.0.0.1:${port}`, apiKey, seed, endings: ENDINGS, ...load });
    };
    const theirs = await begin(plain, NEIGHBOUR, testSeed());
    const ours = await begin(ci, { payers: PAYERS, perSecond: PER_SECOND }, testSeed() + 1);
    loads = [theirs, ours];
    await paid(ours);
    const measured = { count: succeeded(ours), atMs: performance.now() };
    await paid(ours);
    const rate = ((succeeded(ours) - measured.count) * 1_000) / (performance.now() - measured.atMs);

    const before = await ci.place.workers();
    for (const afterMs of KILLS_MS) {
      const killed = Promise.allSettled([ci.place.move()]);
      await sleep(afterMs);
      await ci.place.killMove();
      // Its connection broke: what became of it, the workers tell.
      expect(await killed, `after ${afterMs} ms`).toMatchObject([{ reason: expect.any(CommitUnknownError) }]);
      expect(await ci.place.workers()).toEqual(before);
      await paid(ours);
    }
    const failedBefore = ours.failures.length;
    const movedAtMs = Date.now();
    const paidBefore = succeeded(ours);
    const took = await ci.place.move();
    const paidMeanwhile = succeeded(ours) - paidBefore;
    await paid(ours, theirs);
    for (const [schema, worker] of (await ci.place.workers()).entries())
      expect(worker).not.toBe(before[schema]);

    const failed = ours.failures.slice(failedBefore);
    const overloaded = failed.filter((failure) => failure.endsWith(" overloaded")).length;
    const longest = longestPauseMs(ours, movedAtMs);
    await ci.service.kill();
    ci.service = await ci.home.start();
    await paid(ours, theirs);
    await Promise.all(loads.map((load) => load.finish()));
    console.info(
      `seed ${testSeed()}: ${rate.toFixed(0)} payments a second; moved in ${took.map((ms) => (ms / 1_000).toFixed(1)).join(" and ")} s, ` +
        `in which ${paidMeanwhile} payments succeeded, ${overloaded} requests were refused because the machine was busy and ${failed.length - overloaded} for ` +
        `other reasons; the longest time without an answer to a payer was ${(longest / 1_000).toFixed(1)} s; in all ${ours.payments.size} and ${theirs.payments.size} payments`,
    );
    expect(theirs.failures).toEqual([]);
    for (const [{ database }, load] of [
      [plain, theirs],
      [ci, ours],
    ] as const) {
      expect(load.surprises).toEqual([]);
      const payments = [...load.payments.values()];
      expect(payments.filter((payment) => payment.succeeded === null)).toEqual([]);
      await expectNothingLost(database.owner, payments);
      expect(await findDifferences(database.owner)).toEqual([]);
      await expectInvariants(database.owner);
    }
  });
});
