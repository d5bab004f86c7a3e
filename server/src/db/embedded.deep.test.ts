import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { DiskTroubleError } from "../kit/disk-trouble.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { type EmbeddedPostgres, ownerName, readRecord, startEmbeddedPostgres } from "./embedded.ts";
import { createDatabase } from "./pool.ts";

let parent: string;
let dataDir: string;
let running: EmbeddedPostgres | null = null;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "cauris-embedded-"));
  await chmod(parent, 0o755);
  dataDir = join(parent, "data");
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await rm(parent, { recursive: true, force: true });
});

async function start() {
  const { log, lines } = createRecordingLog();
  running = await startEmbeddedPostgres({ dataDir, log });
  return { postgres: running, lines };
}

async function ask(url: string, text: string): Promise<void> {
  const connection = await openDedicatedConnection({ url, applicationName: "test" });
  await connection.query({ text }).finally(() => connection.close());
}

describe("PostgreSQL killed with kill -9", () => {
  test("is started again at the same address, the pool recovers, and nothing is thrown outside a promise", async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", note);
    process.on("unhandledRejection", note);
    const { postgres, lines } = await start();
    const url = postgres.ownerUrl("postgres");
    await ask(url, "create table acknowledged (n int primary key)");
    const { log } = createRecordingLog();
    const db = createDatabase({ url, max: 8, applicationName: "test", log });
    const acknowledged: number[] = [];
    let next = 0;
    let busy = true;
    const writers = Array.from({ length: 16 }, async () => {
      while (busy) {
        const n = next++;
        await db
          .transaction((tx) => tx.query({ text: "insert into acknowledged values ($1)", values: [n] }))
          .then(() => acknowledged.push(n))
          .catch(() => new Promise((wait) => setTimeout(wait, 5)));
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      await expect.poll(() => db.trouble()).toBeNull();
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
      const pid = postgres.pid();
      process.kill(pid, "SIGKILL");
      await expect.poll(() => postgres.pid()).not.toBe(pid);
    }
    await expect.poll(() => db.trouble()).toBeNull();
    busy = false;
    await Promise.all(writers);
    const rows = await db.query<{ n: number }>({ text: "select n from acknowledged" });
    const found = new Set(rows.map(({ n }) => n));
    await db.close();
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
    expect(acknowledged.filter((n) => !found.has(n))).toEqual([]);
    expect(uncaught).toEqual([]);
    expect(lines.filter(({ event }) => event === "postgres.restarted")).toHaveLength(3);
  });
});

test("the cluster has the service's names", async () => {
  const { postgres } = await start();
  expect(ownerName).toBe("cauris_owner");
  expect(new URL(postgres.ownerUrl("cauris")).username).toBe(ownerName);
  expect(await readRecord(dataDir)).toMatchObject({ home: join(dataDir, "postgres"), made: true });
});

test("a data folder that cannot be is explained to the operator", async () => {
  await writeFile(join(parent, "file"), "");
  dataDir = join(parent, "file/data");
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DiskTroubleError);
  expect(String(refused)).toMatch(/The data folder .*DATA_DIR/);
});
