import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { expectNothingLost, findDifferences } from "../crash/kept.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { findHaproxy, startHaproxy, type TestHaproxy } from "../harness/haproxy.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

const haproxy = await findHaproxy();
if ("missing" in haproxy) console.log(`Cells under load are not tried: ${haproxy.missing}.`);

const run = promisify(execFile);
const command = resolve(import.meta.dirname, "../../../bin/cauris-server.mjs");
const PAYERS = 3;
/** Answers of each cell between two steps: each step meets payers who pay. */
const ANSWERS = 20;
/** The simulator answers success at once, or calls back before it answers. */
const ENDINGS = ["279", "269"];

interface Cell {
  readonly code: string | null;
  readonly database: TestDatabase;
  readonly home: ServiceHome;
  service: ServiceProcess;
  load: Load | null;
}

/** What docs/operating/scale.md says, by its own commands: real processes, a list, a proxy, and payers who go on paying. */
describe.skipIf("missing" in haproxy)("cells behind a HAProxy, under load", () => {
  const cells: Cell[] = [];
  let plain: Cell;
  let ci: Cell;
  let sn: Cell;
  let folder: string;
  let proxy: TestHaproxy;
  let port: number;
  const list = () => join(folder, "cells.json");

  async function addCell(code: string | null): Promise<Cell> {
    const database = await createTestDatabase();
    const home = await createServiceHome({
      DATABASE_URL: database.ownerUrl,
      DATABASE_CONNECTIONS: "4",
      TRUSTED_PROXIES: "127.0.0.1",
      ...(code === null ? {} : { CELL: code }),
    });
    const cell = { code, database, home, service: await home.start(), load: null };
    cells.push(cell);
    return cell;
  }

  /** The proxy's configuration from the list of these cells, by the documented command. */
  async function configure(...those: readonly Cell[]): Promise<string> {
    const listed = those.map(({ code, home }) => ({ code, servers: [`127.0.0.1:${home.port}`] }));
    const text = { host: "pay.localhost", bind: `127.0.0.1:${port}`, cells: listed };
    await writeFile(list(), JSON.stringify(text));
    await run(process.execPath, [command, "cells", "status", "--list", list()]);
    return (await run(process.execPath, [command, "cells", "config", "--list", list()])).stdout;
  }

  async function beginPaying(cell: Cell): Promise<Load> {
    const { apiKey } = await cell.home.sandbox();
    const origin = `http://127.0.0.1:${port}`;
    cell.load = startLoad({ origin, apiKey, payers: PAYERS, seed: testSeed(), endings: ENDINGS });
    return cell.load;
  }

  async function answers(...loads: readonly Load[]): Promise<void> {
    const before = loads.map((load) => load.answered());
    while (loads.some((load, at) => load.answered() - (before[at] ?? 0) < ANSWERS)) await sleep(10);
  }

  beforeAll(async () => {
    console.info(`seed ${testSeed()}`);
    folder = await mkdtemp(join(tmpdir(), "cauris-cells-"));
    port = await freePort();
    [plain, ci, sn] = await Promise.all([addCell(null), addCell("ci"), addCell("sn")]);
    if ("program" in haproxy) proxy = await startHaproxy(haproxy.program, await configure(plain, ci), port);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(cells.map(({ load }) => load?.abort()));
    await proxy?.close();
    await Promise.all(
      cells.map(async ({ home, database }) => {
        await home.remove();
        await database.drop();
      }),
    );
    await rm(folder, { recursive: true, force: true });
  });

  it("one is added and one is killed: the others fail no request, and nobody loses what was acknowledged", {
    timeout: 180_000,
  }, async () => {
    const [ours, theirs] = [await beginPaying(plain), await beginPaying(ci)];
    await answers(ours, theirs);

    await proxy.reload(await configure(plain, ci, sn));
    const { apiKey } = await sn.home.sandbox();
    const first = async () =>
      fetch(`http://127.0.0.1:${port}/api/v1/checkout/sessions`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ amount: "5000", currency: "XOF", title: "Commande 1" }),
      }).then(({ status }) => status);
    await expect.poll(first).toBe(201);
    const added = await beginPaying(sn);
    await answers(ours, theirs, added);
    expect([ours.failures, theirs.failures]).toEqual([[], []]);

    await ci.service.kill();
    await answers(ours, added);
    ci.service = await ci.home.start();
    await answers(ours, theirs, added);
    expect(theirs.failures).not.toEqual([]);

    const loads = [ours, theirs, added];
    await Promise.all(loads.map((load) => load.finish()));
    console.info(`${loads.map(({ payments }) => payments.size).join(", ")} payments`);
    expect([ours.failures, added.failures]).toEqual([[], []]);
    for (const { database, load } of cells) {
      expect(load?.surprises).toEqual([]);
      const payments = [...(load?.payments.values() ?? [])];
      expect(payments.filter(({ succeeded }) => succeeded === null)).toEqual([]);
      await expectNothingLost(database.owner, payments);
      expect(await findDifferences(database.owner)).toEqual([]);
      await expectInvariants(database.owner);
    }
  });
});
