import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "../../src/db/database.ts";
import { openServiceKeyring } from "../../src/keyring/index.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource, type MerchantId, type TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { Secret } from "../../src/kit/secret.ts";
import { oldestOpen } from "../../src/merchant-move/catch-up.ts";
import { rehearseMove } from "../../src/merchant-move/rehearse.ts";
import type { CellSide } from "../../src/merchant-move/types.ts";
import { createMerchants } from "../../src/modules/merchants/index.ts";
import { expectNothingLost, findDifferences, findLost } from "../crash/kept.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { addNeighbour } from "../harness/moving-merchant.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";

const command = resolve(import.meta.dirname, "../../../bin/cauris-server.mjs");
/** The simulator answers success at once, or calls back before it answers. */
const ENDINGS = ["279", "269"];
/** Answers to each merchant between two steps: each step meets payers who pay. */
const ANSWERS = 8;
const FROZEN_MS_MAX = 5_000;

/** A real service with two merchants whose payers pay all the time, and the database of another cell. */
describe("a merchant that is frozen for a rehearsal, under load", () => {
  const random = createSystemRandom();
  const masterKeys = { from: random.bytes(32), to: random.bytes(32) };
  const ports = { clock: systemClock, random, ids: createIdSource(systemClock, random), log: quietLog };
  let here: TestDatabase;
  let there: TestDatabase;
  let home: ServiceHome;
  let folder: string;
  let merchantId: MerchantId;
  let tenantId: TenantId;
  let ours: Load;
  let theirs: Load;
  let cells: { readonly from: CellSide; readonly to: CellSide };

  beforeAll(async () => {
    console.info(`seed ${testSeed()}`);
    folder = await mkdtemp(join(tmpdir(), "cauris-freeze-"));
    [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    home = await createServiceHome({
      DATABASE_URL: here.ownerUrl,
      DATABASE_CONNECTIONS: "4",
      MASTER_KEY: masterKeys.from.toString("hex"),
    });
    const service = await home.start();
    const sandbox = await home.sandbox();
    merchantId = sandbox.merchantId as MerchantId;

    const keyringOf = ({ db }: TestDatabase, masterKey: Buffer, cell?: CellCode) =>
      openServiceKeyring(
        { db, ...ports },
        { masterKey: new Secret(masterKey), dataDir: folder, ...(cell === undefined ? {} : { cell }) },
      );
    const keyring = await keyringOf(here, masterKeys.from);
    cells = {
      from: { db: here.owner, keyring },
      to: { db: there.owner, keyring: await keyringOf(there, masterKeys.to, "sn" as CellCode) },
    };
    const merchantsThere = createMerchants({ ...ports, db: there.db });
    tenantId = await there.db.transaction((tx) => merchantsThere.createTenant(tx, { name: "Sénégal" }));
    await there.db.query({
      text: "insert into sub_tenants (id, tenant_id, name, created_at, updated_at) values (gen_random_uuid(), $1, 'Sénégal', now(), now())",
      values: [tenantId],
    });

    const [tenant] = await here.owner.query<{ id: TenantId }>({
      text: "select tenant_id as id from merchants where id = $1",
      values: [merchantId],
    });
    if (tenant === undefined) throw new Error("the sandbox has its merchant");
    merchantsThere.stop();
    const apiKey = await addNeighbour({ db: here.db, keyring }, tenant.id);
    const load = { origin: service.origin, payers: 2, endings: ENDINGS };
    ours = startLoad({ ...load, apiKey: sandbox.apiKey, seed: testSeed() });
    theirs = startLoad({ ...load, apiKey, seed: testSeed() + 1 });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([ours, theirs].map((load) => load?.abort()));
    await home?.remove();
    await Promise.all([here, there].map((database) => database?.drop()));
    await rm(folder, { recursive: true, force: true });
  });

  async function answers(...loads: readonly Load[]): Promise<void> {
    const before = loads.map((load) => load.answered() - load.failures.length);
    while (loads.some((load, at) => load.answered() - load.failures.length - (before[at] ?? 0) < ANSWERS))
      await sleep(10);
  }

  /** What a move would leave in the two databases. */
  async function expectTracesGone(): Promise<void> {
    const traces = await here.owner.query({
      text: "select tgname from pg_trigger where tgname like 'fence%' union all select merchant_id::text from merchant_fences",
    });
    expect(traces).toEqual([]);
    expect(
      await there.owner.query({ text: "select from merchants where id = $1", values: [merchantId] }),
    ).toEqual([]);
  }

  it("has every acknowledged payment in the copy, and is frozen for less than five seconds", async () => {
    await answers(ours, theirs);
    let known = 0;
    const report = await rehearseMove({
      ...cells,
      merchantId,
      tenantId,
      isFrozen: true,
      nowMs: () => performance.now(),
      inspect: async (copy) => {
        const acknowledged = [...ours.payments.values()].map((payment) => ({ ...payment }));
        known = acknowledged.length;
        expect(await findLost(copy, acknowledged)).toEqual([]);
        // Both cells are on one PostgreSQL here: the copy's own transaction holds no later round back, one that writes does.
        const oldest = () => oldestOpen({ source: here.owner, target: copy });
        expect(await oldest()).toBeGreaterThan(await transactionOf(copy));
        await here.db.transaction(async (writer) => {
          const own = await transactionOf(writer);
          expect(await oldest()).toBeLessThanOrEqual(own);
        });
        const another = rehearseMove({ ...cells, merchantId, tenantId, isFrozen: true, nowMs: () => 0 });
        await expect(another).rejects.toThrow("another command moves this merchant now");
        // Nobody is told of anything more while it stands.
        await sleep(100);
        expect(ours.payments.size).toBe(known);
      },
    });
    console.info(
      `frozen ${report.frozen?.ms.toFixed(0)} ms, drained in ${report.frozen?.drainedMs.toFixed(0)} ms; ${known} payments, ${JSON.stringify(report.frozen?.rounds)}`,
    );
    expect(known).toBeGreaterThan(0);
    expect(report.frozen?.ms).toBeLessThan(FROZEN_MS_MAX);
    expect(report.frozen?.rounds.length).toBeGreaterThan(1);
    await expectTracesGone();
    await answers(ours, theirs);
    expect(theirs.failures).toEqual([]);
  });

  async function transactionOf(tx: Transaction): Promise<bigint> {
    const [row] = await tx.query<{ xid: string }>({ text: "select pg_current_xact_id()::text as xid" });
    return BigInt(row?.xid ?? 0);
  }

  const path = () => join(folder, "sn.env");
  function spawnRehearsal(): ChildProcess {
    const args = ["merchant", "move", "--merchant", merchantId, "--rehearse", "--freeze"];
    return spawn(process.execPath, [command, ...args, "--to", path(), "--tenant", tenantId], {
      env: {
        PATH: process.env.PATH ?? "",
        DATABASE_URL: here.ownerUrl,
        MASTER_KEY: masterKeys.from.toString("hex"),
        DATA_DIR: folder,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
  const ended = (child: ChildProcess): Promise<number | null> =>
    new Promise((done) => child.once("exit", done));

  it.each([
    ["while it copies", "select from pg_stat_activity where application_name = 'cauris merchant'"],
    ["with its triggers in place", "select from pg_trigger where tgname like 'fence%'"],
    ["while the merchant is frozen", "select from merchant_fences"],
  ])("thaws by itself when the command is killed %s", async (_when, until) => {
    await writeFile(
      path(),
      `CELL=sn\nDATABASE_URL=${there.ownerUrl}\nMASTER_KEY=${masterKeys.to.toString("hex")}\nDATA_DIR=${folder}\n`,
    );
    const child = spawnRehearsal();
    const exit = ended(child);
    while ((await here.owner.query({ text: `${until} limit 1` })).length === 0) {
      if (child.exitCode !== null) throw new Error(`it ended by itself: ${child.exitCode}`);
    }
    child.kill("SIGKILL");
    expect(await exit).toBeNull();
    // It would last ten seconds.
    await here.owner.query({
      text: "update merchant_fences set ends_at = least(ends_at, clock_timestamp() + interval '1 s')",
    });
    await answers(ours, theirs);
    expect(theirs.failures).toEqual([]);
  });

  it("is rehearsed by the same command afterwards, which removes what the killed ones left", async () => {
    const child = spawnRehearsal();
    let told = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        told += chunk.toString();
      });
    expect([await ended(child), told]).toEqual([0, expect.stringMatching(/\n {2}frozen for [0-4]\.\d s; /)]);
    await expectTracesGone();
    const loads = [ours, theirs];
    await Promise.all(loads.map((load) => load.finish()));
    console.info(
      `${loads.map(({ payments }) => payments.size).join(", ")} payments, ${ours.failures.length} answers 503`,
    );
    for (const load of loads) {
      expect(load.surprises).toEqual([]);
      const payments = [...load.payments.values()];
      expect(payments.filter(({ succeeded }) => succeeded === null)).toEqual([]);
      await expectNothingLost(here.owner, payments);
    }
    expect(theirs.failures).toEqual([]);
    expect(ours.failures.filter((line) => !/: 503 SERVICE_UNAVAILABLE( \w+)?$/.test(line))).toEqual([]);
    expect(await findDifferences(here.owner)).toEqual([]);
    await expectInvariants(here.owner);
  });
});
