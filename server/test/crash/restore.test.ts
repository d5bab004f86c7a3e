import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, writeRecord } from "../../../packages/embedded-postgres/src/index.ts";
import { type DedicatedConnection, openDedicatedConnection } from "../../src/db/dedicated.ts";
import { readRecord } from "../../src/db/embedded.ts";
import { uuidTimeMs } from "../../src/db/list-days.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type AcknowledgedPayment, type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { type OwnPostgres, startOwnPostgres, writeOwned } from "../harness/own-postgres.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";
import { findDifferences, findLost, sessionKeyOf } from "./kept.ts";

/**
 * The drill of docs/operating/backup.md: a base backup of a PostgreSQL under load and its archived log are restored to a
 * point in time, and hold all that was acknowledged before it. The master key has changed since, so that the restored
 * database needs both keys once. Prints its seed.
 */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const DATABASE = "cauris";
const PAYERS = 20;
const ANSWERS = 200;
/** Answers within this time of the point may be on either side: they are not judged. */
const AROUND_POINT_MS = 50;
/** At the time of the backup, and the one that took its place. */
const [keyThen, keyNow] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];

let folder: string;
let home: ServiceHome;
let primary: OwnPostgres;
let restored: OwnPostgres | null = null;
let load: Load | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cauris-restore-"));
  await chmod(folder, 0o711);
  home = await createServiceHome();
}, 60_000);
afterAll(async () => {
  await load?.abort();
  await home?.remove();
  await Promise.all([primary?.remove(), restored?.remove()]);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it("a restore to a point holds every answer from before it and none from after it, and is released", {
  timeout: 300_000,
}, async () => {
  const seed = testSeed();
  console.info(`seed ${seed}`);
  primary = await startOwnPostgres();
  const archive = await ownedFolder("archive");
  await primary.stop();
  const dataDir = join(primary.postgres.storageFolder, "..");
  primary = await startOwnPostgres(dataDir, {
    archive_mode: "on",
    archive_command: `cp %p ${archive}/%f`,
  });
  await primary.postgres.ensureDatabase(DATABASE);
  const service = await home.start({
    env: { DATABASE_URL: primary.postgres.ownerUrl(DATABASE), MASTER_KEY: keyThen },
  });
  const { apiKey } = await home.sandbox();
  load = startLoad({ origin: service.origin, apiKey, payers: PAYERS, seed });
  await answers(load);

  const admin = await connect(primary);
  await admin.query({ text: "select pg_backup_start('drill', fast => true)" });
  await copyRunning(dataDir, await ownedFolder("base"));
  const [label] = await admin.query<{ labelfile: string }>({
    text: "select labelfile from pg_backup_stop()",
  });
  await answers(load);
  const pointMs = Date.now();
  await answers(load);
  await admin.query({ text: "select pg_switch_wal()" });
  await archived(admin);
  await admin.close();
  await service.kill();
  await load.abort();
  await primary.stop();

  restored = await restoreBase(label?.labelfile ?? "", {
    restore_command: `cp ${archive}/%f %p`,
    // It is read before the names of zones are known, `Z` among them.
    recovery_target_time: new Date(pointMs).toISOString().replace("Z", "+00"),
    recovery_target_action: "promote",
  });
  const url = restored.postgres.ownerUrl(DATABASE);
  const db = createDatabase({ url, max: 2, applicationName: "drill", log: quietLog });
  try {
    const payments = [...load.payments.values()];
    const [before, after] = [
      payments.map(asOf(pointMs - AROUND_POINT_MS)),
      payments.filter(isAfter(pointMs)),
    ];
    expect(before.filter(({ succeeded }) => succeeded !== null).length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(0);
    expect(
      await findLost(
        db,
        before.filter(({ completed }) => completed !== null),
      ),
    ).toEqual([]);
    const gone = await findLost(db, after);
    expect(gone).toHaveLength(after.length);
    expect(gone.every((line) => line.endsWith("its session is gone"))).toBe(true);

    const point = new Date(pointMs).toISOString();
    expect(await afterRestore(url, "--point", point)).toMatchObject({ code: 1 });
    expect(await refusalOfKey(url, keyNow)).toContain("MASTER_KEY_PREVIOUS");
    const again = await home.start({
      env: { DATABASE_URL: url, MASTER_KEY: keyNow, MASTER_KEY_PREVIOUS: keyThen },
    });
    await expect
      .poll(() => afterRestore(url).then(({ code }) => code), { timeout: 60_000, interval: 1_000 })
      .toBe(0);
    expect(await afterRestore(url, "--release")).toMatchObject({ code: 0 });
    load = startLoad({ origin: again.origin, apiKey, payers: 2, seed: seed + 1 });
    await answers(load, 20);
    await load.finish();
    expect(load.surprises).toEqual([]);
    expect(await findDifferences(db)).toEqual([]);
    await expectInvariants(db);
    expect(await again.stop()).toMatchObject({ code: 0 });
    // From now on the new key alone opens it, and the old one no more.
    expect(await refusalOfKey(url, keyThen)).toContain("MASTER_KEY");
    const alone = await home.start({ env: { DATABASE_URL: url, MASTER_KEY: keyNow } });
    expect(await alone.stop()).toMatchObject({ code: 0 });
  } finally {
    await db.close();
  }
});

/** What a start with this key alone says before it ends. */
async function refusalOfKey(url: string, key: string): Promise<string> {
  const service = home.spawn({ env: { DATABASE_URL: url, MASTER_KEY: key } });
  expect((await service.exited).code).toBe(1);
  return service.output();
}

/** A folder that PostgreSQL's account may write. */
async function ownedFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o700 });
  const { uid, gid } = await stat(primary.folder);
  await chown(path, uid, gid);
  return path;
}

/**
 * As a backup tool does: without the log, which the archive has. Files come and go meanwhile, so the archive's own exit
 * code, which says so, is not that of the command.
 */
async function copyRunning(from: string, to: string): Promise<void> {
  const left = ["postgres/data/pg_wal", "postgres/data/postmaster.pid", "lock.*"]
    .map((name) => `--exclude='./${name}'`)
    .join(" ");
  await run("sh", ["-c", `tar -C "$1" ${left} -cf - . | tar -C "$2" -xpf -`, "copy", from, to]);
}

async function answers({ answered }: Load, count = ANSWERS): Promise<void> {
  const from = answered();
  while (answered() - from < count) await sleep(5);
}

const connect = (postgres: OwnPostgres): Promise<DedicatedConnection> =>
  openDedicatedConnection({ url: postgres.postgres.ownerUrl(DATABASE), applicationName: "drill" });

/** Waits until the log up to now lies in the archive. */
async function archived(admin: DedicatedConnection): Promise<void> {
  const [last] = await admin.query<{ name: string }>({
    text: "select pg_walfile_name(pg_current_wal_lsn() - 1) as name",
  });
  for (;;) {
    const [{ archived: name, failed } = { archived: null, failed: 0 }] = await admin.query<{
      archived: string | null;
      failed: number;
    }>({
      text: "select last_archived_wal as archived, failed_count::int as failed from pg_stat_archiver",
    });
    if (failed > 0) throw new Error("the archive does not take the log");
    if (name !== null && name >= (last?.name ?? "")) return;
    await sleep(50);
  }
}

/** A server on the copied folder, which recovers to the point and takes writes then. */
async function restoreBase(label: string, settings: Readonly<Record<string, string>>): Promise<OwnPostgres> {
  const place = join(folder, "base");
  await chmod(place, 0o711);
  const record = await readRecord(place);
  if (record === null) throw new Error("the cluster was never completed");
  const postgresHome = join(place, "postgres");
  await writeRecord(place, { ...record, home: postgresHome, port: await freePort() });
  const data = join(postgresHome, "data");
  await mkdir(join(data, "pg_wal"), { mode: 0o700 });
  const { uid, gid } = await stat(data);
  await chown(join(data, "pg_wal"), uid, gid);
  await writeOwned(data, "backup_label", label);
  await writeOwned(data, "recovery.signal", "");
  const server = await startOwnPostgres(place, settings);
  const admin = await connect(server);
  const isRecovering = async () =>
    (await admin.query<{ is: boolean }>({ text: "select pg_is_in_recovery() as is" }))[0]?.is;
  while (await isRecovering()) await sleep(50);
  await admin.close();
  return server;
}

/** What was acknowledged of a payment until `untilMs`. */
const asOf =
  (untilMs: number) =>
  (payment: AcknowledgedPayment): AcknowledgedPayment => ({
    ...payment,
    completed: payment.completed !== null && payment.completed.atMs <= untilMs ? payment.completed : null,
    succeeded: payment.succeeded !== null && payment.succeeded.atMs <= untilMs ? payment.succeeded : null,
  });

/** Whether its session was created after the point: ids contain their time. */
const isAfter =
  (pointMs: number) =>
  ({ sessionId }: AcknowledgedPayment): boolean =>
    uuidTimeMs(sessionKeyOf(sessionId).id) > pointMs + AROUND_POINT_MS;

async function afterRestore(url: string, ...args: readonly string[]) {
  const program = join(root, "bin/cauris-server.mjs");
  return run(process.execPath, [program, "after-restore", ...args], {
    env: { ...process.env, DATABASE_URL: url },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string; stderr: string }) => {
      if (error.stderr !== "") throw error;
      return { code: error.code, stdout: error.stdout };
    },
  );
}
