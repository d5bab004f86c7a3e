import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../src/db/migrate.ts";
import { migrationsFolder, readMigrations } from "../../src/db/migration-files.ts";
import { createManualClock } from "../../src/kit/clock.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { createRecordingLog, quietLog } from "../harness/log.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21));
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), "cauris-migrations-"));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (options: Partial<Parameters<typeof migrate>[0]> = {}) =>
  migrate({ ownerUrl: database.ownerUrl, clock, log: quietLog, ...options });
const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const tables = async () =>
  (
    await database.owner.query<{ name: string }>({
      text: "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    })
  ).map(({ name }) => name);

describe("the released files", () => {
  test("build the schema from nothing, once, and a second start changes nothing", async () => {
    const names = (await readMigrations(migrationsFolder())).map(({ name }) => name);
    expect((await run()).applied).toEqual(names);
    expect(await tables()).toContain("ledger_transfers");
    expect((await run()).applied).toEqual([]);
    const rows = await database.owner.query<{ at: number }>({
      text: "select applied_at as at from schema_migrations",
    });
    expect(rows.map(({ at }) => at)).toEqual(names.map(() => clock.nowMs()));
  });

  test("are applied once when four starters arrive together, and all of them start", async () => {
    const names = (await readMigrations(migrationsFolder())).map(({ name }) => name);
    const results = await Promise.all(Array.from({ length: 4 }, () => run()));
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(names);
    expect(new Set(results.map(({ appUrl }) => appUrl)).size).toBe(1);
  });

  test("take their time from nobody's clock, and leave no trigger behind", async () => {
    for (const { name, sql } of await readMigrations(migrationsFolder())) {
      expect(sql, name).not.toMatch(/\bnow\s*\(|\bcreate\s+(or\s+replace\s+)?trigger\b/i);
    }
  });
});

describe("a file", () => {
  test("that was edited after it had been applied stops the start, with a word to whoever holds the data", async () => {
    await write("0001_first.sql", "create table first (id int)");
    await write("0002_second.sql", requiredTables);
    await run({ folder });
    await write("0001_first.sql", "create table first (id bigint)");
    await expect(run({ folder })).rejects.toThrow(
      /^This database was prepared by another edition of Cauris .* its step 0001_first\.sql, taken on 2026-11-21, .* nothing is lost: the release that you started before opens it/,
    );
  });

  test("that fails leaves nothing of itself, keeps those before it, and goes on from there once mended", async () => {
    await write("0001_first.sql", requiredTables);
    await write("0002_second.sql", "create table half (id int); select 1 / 0");
    await write("0003_third.sql", "create table third (id int)");
    await expect(run({ folder })).rejects.toThrow("0002_second.sql failed");
    expect(await tables()).toContain("ledger_transfers");
    expect(await tables()).not.toContain("half");
    await write("0002_second.sql", "create table whole (id int)");
    expect((await run({ folder })).applied).toEqual(["0002_second.sql", "0003_third.sql"]);
  });

  test("that comes before one already applied is refused", async () => {
    await write("0002_second.sql", requiredTables);
    await run({ folder });
    await write("0001_late.sql", "create table late (id int)");
    await expect(run({ folder })).rejects.toThrow("0001_late.sql comes before 0002_second.sql");
  });

  test("with an odd name is refused rather than skipped", async () => {
    await write("1_first.sql", "select");
    await expect(run({ folder })).rejects.toThrow("not named like");
  });

  test("that cannot get its lock gives up instead of holding up the service", async () => {
    await write("0001_first.sql", requiredTables);
    await run({ folder });
    await write("0002_second.sql", "alter table events add column more int");
    const other = database.owner.transaction(async (tx) => {
      await tx.query({ text: "lock table events in access share mode" });
      await expect(run({ folder, patienceMs: 500 })).rejects.toMatchObject({ cause: { code: "55P03" } });
    });
    await other;
  });

  test("of a newer release only makes an older instance say so", async () => {
    await cp(migrationsFolder(), folder, { recursive: true });
    await write("9999_newer.sql", "create table newer (id int)");
    await run({ folder });
    const { log, lines } = createRecordingLog();
    expect((await run({ log })).applied).toEqual([]);
    expect(lines.find(({ event }) => event === "database.newer")?.fields).toEqual({
      unknownMigrations: ["9999_newer.sql"],
    });
  });
});

/** The tables whose rights `migrate` restricts. */
const requiredTables = ["ledger_transfers", "ledger_seals", "events", "audit_log", "webhook_attempts"]
  .map((name) => `create table ${name} (id int);`)
  .join("\n");
