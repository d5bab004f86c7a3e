import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { lookAtRoom } from "../../src/doctor/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { type OwnPostgres, startOwnPostgres } from "../harness/own-postgres.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome } from "../harness/service-process.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";

/** PostgreSQL's disk is full under load, really: a small one of its own. Nothing is lost, and no restart is needed. */
const run = promisify(execFile);
const DATABASE = "cauris";
const PAYERS = 4;
const ANSWERS = 60;

const place = await mkdtemp(join(tmpdir(), "cauris-full-disk-"));
const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=512m,mode=755", "cauris-test", place]).then(
  () => true,
  () => false,
);
if (!mounted) console.info("skipped: no file system can be mounted here (root is needed)");

describe.skipIf(!mounted)("a full disk", () => {
  let home: ServiceHome;
  let postgres: OwnPostgres;
  let db: Database;
  let load: Load | null = null;
  beforeAll(async () => {
    home = await createServiceHome();
    const dataDir = join(place, "postgres");
    await mkdir(dataDir);
    await chmod(dataDir, 0o711);
    postgres = await startOwnPostgres(dataDir, { max_wal_size: "64MB", min_wal_size: "32MB" });
    await postgres.postgres.ensureDatabase(DATABASE);
  }, 60_000);
  afterAll(async () => {
    await load?.abort();
    await db?.close();
    await home?.remove();
    await postgres?.remove();
    await run("umount", [place]);
    await rm(place, { recursive: true, force: true });
  }, 60_000);

  const filler = join(place, "filler");
  /** Takes all that is free, however much PostgreSQL takes at the same time. Called again, what has become free since. */
  const fill = async (): Promise<void> => {
    const args = ["if=/dev/zero", `of=${filler}`, "bs=64k", "oflag=append", "conv=notrunc"];
    const refusal = await run("dd", args).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refusal).toContain("No space left on device");
  };

  it("turns the service red with the reason, and green when there is room again; nothing is lost", {
    timeout: 240_000,
  }, async () => {
    const url = postgres.postgres.ownerUrl(DATABASE);
    const service = await home.start({ env: { DATABASE_URL: url } });
    const { apiKey } = await home.sandbox();
    const seed = testSeed();
    console.info(`seed ${seed}`);
    const ready = async () => {
      const answer = await fetch(`${service.origin}/readyz`);
      // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
      const body: any = await answer.json();
      return { status: answer.status, reasons: body.error?.details.reasons ?? {} };
    };
    const create = async () => {
      const answer = await fetch(`${service.origin}/api/v1/checkout/sessions`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ amount: "5000", currency: "XOF", title: "Order" }),
      });
      return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
    };
    const running = startLoad({ origin: service.origin, apiKey, payers: PAYERS, seed });
    load = running;
    const answers = async (count: number): Promise<void> => {
      for (const before = running.answered(); running.answered() - before < count; ) await sleep(20);
    };
    await answers(ANSWERS);
    const startedMs = performance.now();
    await fill();
    const red = await until(async () => {
      const found = await ready();
      // What PostgreSQL frees in between is taken as well.
      if (found.status === 200) await fill();
      return found.status === 503 ? found : null;
    });
    const redMs = performance.now() - startedMs;
    expect(JSON.stringify(red.reasons)).toMatch(/its disk is full|PostgreSQL/);
    // Not left to the payers of the load: all of them may be waiting for the end of a payment, which cannot be written.
    await until(async () => {
      await fill();
      const { status, retryAfter } = await create();
      return status === 503 && retryAfter !== null ? true : null;
    });
    db = createDatabase({ url, max: 2, applicationName: "drill", log: quietLog, statementTimeoutMs: 60_000 });
    const doctor = await until(async () => {
      await fill();
      const found = await lookAtRoom(db);
      return found.state === "wrong" ? found : null;
    });
    expect(doctor.seen).toContain("No space left on device");
    await rm(filler);
    const freedMs = performance.now();
    await until(async () => ((await ready()).status === 200 ? true : null));
    console.info(
      `red ${(redMs / 1_000).toFixed(1)} s after it was full, green ${((performance.now() - freedMs) / 1_000).toFixed(1)} s after there was room`,
    );
    await answers(ANSWERS);
    await running.finish();
    expect(await lookAtRoom(db)).toMatchObject({ state: "ok" });
    expect(running.surprises).toEqual([]);
    await expectNothingLost(db, running.payments.values());
    expect([...running.payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
    expect(await findDifferences(db)).toEqual([]);
    await expectInvariants(db);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });
});

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (const endMs = performance.now() + 90_000; performance.now() < endMs; await sleep(50)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error("it did not happen within 90 s");
}
