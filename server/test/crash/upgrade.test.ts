import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { migrate } from "../../src/db/migrate.ts";
import { migrationsFolder, readMigrations } from "../../src/db/migration-files.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { type Load, startLoad } from "../harness/load.ts";
import { quietLog } from "../harness/log.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { hotTables } from "../migrations/lint/hot-tables.ts";
import { judgeMigrations } from "../migrations/lint/judge.ts";
import { expectNothingLost, findDifferences } from "./kept.ts";
import { startProxy, type TestProxy } from "./proxy.ts";

/**
 * A release and the schema of the next one, on five million events, with payers beside it: two instances serve while
 * the schema changes, and are restarted on it one after the other, as in an upgrade that goes back. No payment fails, and
 * no statement waits for a lock for longer than a second.
 */
const ROWS = 5_000_000;
const PAYERS = 8;
const LOCK_WAIT_MS_MAX = 1_000;
/** Rows that the next release fills: found again on each pass over all pages. */
const FILLED = "sequence % 200 = 7 and sequence between 8 and 1000000";

/** What the next release changes: every form that the lint lets pass on a table of this size. */
const nextRelease: Readonly<Record<string, string>> = {
  "9001_expand.sql": `alter table events add column origin text, add column retries int not null default 0;
    create table event_origins (origin text primary key);`,
  "9002_index.sql": `-- run: outside a transaction
    create index concurrently if not exists events_sequence on events (sequence);`,
  "9003_fill.sql": `-- run: in rounds
    update events set origin = 'before' where origin is null and ${FILLED} and ctid >= $1 and ctid < $2;`,
  "9004_constraints.sql": `alter table events add constraint events_retries check (retries >= 0) not valid;
    alter table events add constraint events_kind check (type is not null) not valid;
    alter table events add constraint events_origin foreign key (origin) references event_origins not valid;`,
  "9005_checked_retries.sql": `-- run: outside a transaction
    alter table events validate constraint events_retries;`,
  "9006_checked_kinds.sql": `-- run: outside a transaction
    alter table events validate constraint events_kind;`,
  "9007_needed.sql": "alter table events alter type set not null, drop constraint events_kind;",
  "9008_no_index.sql": `-- run: outside a transaction
    drop index concurrently if exists events_sequence;`,
};

let database: TestDatabase;
let home: ServiceHome;
let folder: string;
let proxy: TestProxy | null = null;
let load: Load | null = null;
const ports: number[] = [];
const instances: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "cauris-upgrade-"));
  await cp(migrationsFolder(), folder, { recursive: true });
  for (const [name, sql] of Object.entries(nextRelease)) await writeFile(join(folder, name), sql);
  home = await createServiceHome({ DATABASE_URL: database.ownerUrl, DATABASE_CONNECTIONS: "6" });
  ports.push(home.port, await freePort());
  // Before the disk is busy with the rows.
  for (const port of ports) instances.push(await home.start({ port }));
  await fillEvents();
}, 180_000);
afterAll(async () => {
  await load?.abort();
  await proxy?.close();
  await home?.remove();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Of last year and of a merchant of their own, as small as events can be; on two connections, one for each core. */
async function fillEvents(): Promise<void> {
  const half = async (from: number, to: number): Promise<void> => {
    const connection = await openDedicatedConnection({
      url: database.ownerUrl,
      applicationName: "filling",
      statementTimeoutMs: 100_000,
    });
    await connection.query({
      text: `insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
        select 1000000, (lpad(to_hex(1735689600000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
          'payment.succeeded', '0194199c-5c00-7000-8000-000000000001', n, '{}', '2025-01-01'
        from generate_series($1::int, $2::int) n`,
      values: [from, to],
    });
    await connection.close();
  };
  await Promise.all([half(1, ROWS / 2), half(ROWS / 2 + 1, ROWS)]);
  await database.owner.query({ text: "analyze events" });
  await database.owner.query({ text: "checkpoint" });
}

/**
 * Reads, until told to stop, who waits for a lock, and writes an event as the service does: a wait of more than a second
 * ends the statement with an error.
 */
function watchLocks(): {
  readonly end: () => Promise<{ readonly longestMs: number; readonly written: number }>;
} {
  let isOver = false;
  const watch = async (): Promise<number> => {
    let longestMs = 0;
    while (!isOver) {
      const [row] = await database.owner.query<{ ms: number | null }>({
        text: `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms
                 from pg_locks l join pg_stat_activity a using (pid)
                where not l.granted and a.datname = current_database() and a.application_name <> 'cauris migrate'`,
      });
      longestMs = Math.max(longestMs, row?.ms ?? 0);
      await sleep(50);
    }
    return longestMs;
  };
  const write = async (): Promise<number> => {
    const connection = await openDedicatedConnection({
      url: database.url,
      applicationName: "payer",
      lockTimeoutMs: LOCK_WAIT_MS_MAX,
    });
    let written = 0;
    for (; !isOver; written += 1) {
      await connection.query({
        text: `insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
          values (1000000, gen_random_uuid(), 'payment.succeeded', gen_random_uuid(), 1, '{}', '2025-01-02')`,
      });
      await sleep(2);
    }
    await connection.close();
    return written;
  };
  const both = Promise.all([watch(), write()]);
  // Seen where it is awaited; a statement that was refused must not end the test before that.
  both.catch(() => {});
  return {
    end: async () => {
      isOver = true;
      const [longestMs, written] = await both;
      return { longestMs, written };
    },
  };
}

test("the next release's files pass the lint", async () => {
  const files = (await readMigrations(folder)).filter(({ name }) => name in nextRelease);
  expect(files).toHaveLength(Object.keys(nextRelease).length);
  expect(await judgeMigrations(files, hotTables, "9.0.0")).toEqual([]);
});

test("two instances take payments while the schema becomes the next release's, and start again on it", {
  timeout: 240_000,
}, async () => {
  const { apiKey } = await home.sandbox();
  proxy = await startProxy(ports.map((port) => `http://127.0.0.1:${port}`));
  load = startLoad({ origin: proxy.origin, apiKey, payers: PAYERS, seed: testSeed() });
  const locks = watchLocks();
  const before = load.answered();

  const startedMs = performance.now();
  const { applied } = await migrate({
    ownerUrl: database.ownerUrl,
    clock: systemClock,
    log: quietLog,
    folder,
  });
  const migratedMs = performance.now() - startedMs;
  const beside = load.answered() - before;
  const { longestMs, written } = await locks.end();
  expect(applied).toEqual(Object.keys(nextRelease));

  for (const [index, port] of ports.entries()) {
    expect(await instances[index]?.stop()).toMatchObject({ code: 0 });
    instances[index] = await home.start({ port });
  }
  await load.finish();

  const { payments, failures, surprises } = load;
  console.info(
    `${applied.length} files in ${Math.round(migratedMs / 1_000)} s; beside them ${beside} answers and ${written} events; ` +
      `the longest wait seen for a lock: ${Math.round(longestMs)} ms`,
  );
  expect({ failures, surprises, behindTheProxy: proxy.failures }).toEqual({
    failures: [],
    surprises: [],
    behindTheProxy: [],
  });
  expect(beside).toBeGreaterThan(PAYERS);
  expect(written).toBeGreaterThan(100);
  expect(longestMs).toBeLessThan(LOCK_WAIT_MS_MAX);
  await expectNothingLost(database.owner, payments.values());
  expect(await findDifferences(database.owner)).toEqual([]);
  const [left] = await database.owner.query<{ left: number }>({
    text: `select count(*)::int as left from events where origin is null and ${FILLED}`,
  });
  expect(left).toEqual({ left: 0 });
});

test("a form that the lint refuses makes a payer wait for longer than that", {
  timeout: 60_000,
}, async () => {
  const locks = watchLocks();
  await openDedicatedConnection({
    url: database.ownerUrl,
    applicationName: "cauris migrate",
    statementTimeoutMs: 60_000,
  }).then(async (owner) => {
    await owner.query({ text: "create index on events (sequence)" });
    await owner.close();
  });
  await expect(locks.end()).rejects.toMatchObject({ code: "55P03" });
});
