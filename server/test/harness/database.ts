import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { batchWriterSettings, citusBatchWriterSettings } from "../../src/db/batch-writer.ts";
import type { Database } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createDatabase } from "../../src/db/pool.ts";
import type { RefusedWrites } from "../../src/db/refused-writes.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { openCitus } from "./citus.ts";
import { quietLog } from "./log.ts";

export interface TestDatabase {
  /** In the service's role, as in production. */
  readonly db: Database;
  /** In the role that owns the tables: for arranging, and for reading where the service may not. */
  readonly owner: Database;
  readonly url: string;
  readonly ownerUrl: string;
  /** Closes both pools and drops the database, even with open connections. */
  drop(): Promise<void>;
}

/**
 * How long work of a test may wait for a connection, for a lock, and for its turn at a batch writer. In production it is refused with 503 after 1.5 s,
 * because its caller would not wait for it. On a busy machine this would also refuse tests that send hundreds of
 * requests at once, and they are about what those do to each other. Tests of the refusal itself set `isPatient` to false.
 */
export const PATIENCE_MS = 20_000;

/**
 * A database on a Citus coordinator, in place of the run's own PostgreSQL: each
 * test's tables are then distributed as one schema, as those of a cell are.
 */
const citusUrl = process.env.TESTS_ON_CITUS ?? "";
/** What the service chooses by the server that it finds. */
export const settingsOfBatchWriters = citusUrl === "" ? batchWriterSettings : citusBatchWriterSettings;

/**
 * A fresh, migrated database, cloned from the run's template. `empty`: without tables, for tests of migrations.
 * Call `drop` in `afterAll`.
 */
export async function createTestDatabase(
  options: PoolOptions & { readonly empty?: boolean } = {},
): Promise<TestDatabase> {
  if (citusUrl !== "" && options.empty !== true) return createOnCitus(options);
  const templateUrl = inject("postgresUrl");
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.empty === true ? "template0" : template;
  await administer(async (admin) => {
    await admin.query({ text: `create database ${name} template ${source} strategy file_copy` });
    // Rights on the database itself are not part of what is cloned.
    await admin.query({ text: `revoke temporary on database ${name} from public` });
  });

  const opened = openPools(addressOf(name), options);
  return {
    ...opened,
    drop: async () => {
      await opened.drop();
      await administer((admin) => admin.query({ text: `drop database ${name} with (force)` }));
    },
  };
}

async function createOnCitus(options: PoolOptions): Promise<TestDatabase> {
  const citus = await openCitus(citusUrl);
  const place = await citus.addSchema();
  await migrate({ ownerUrl: place.ownerUrl, clock: systemClock, log: quietLog });
  await place.distribute();
  const opened = openPools(place.ownerUrl, options);
  return {
    ...opened,
    drop: async () => {
      await opened.drop();
      await citus.close();
    },
  };
}

/** A cell's tables in a schema of their own within another test's database, which outlives them: `drop` only closes the pools. */
export async function createTestSchema(
  database: Pick<TestDatabase, "ownerUrl">,
  schema: string,
  options: PoolOptions = {},
): Promise<TestDatabase> {
  const url = new URL(database.ownerUrl);
  url.searchParams.set("schema", schema);
  await migrate({ ownerUrl: url.href, clock: systemClock, log: quietLog });
  return openPools(url.href, options);
}

interface PoolOptions {
  readonly refusedWrites?: RefusedWrites;
  /** Whether work waits longer than in production; true when absent. */
  readonly isPatient?: boolean;
}

function openPools(ownerUrl: string, { refusedWrites, isPatient = true }: PoolOptions): TestDatabase {
  const url = appUrlOf(ownerUrl);
  const db = createDatabase({
    url,
    max: 10,
    applicationName: "test",
    log: quietLog,
    ...(isPatient
      ? { connectionWaitMs: PATIENCE_MS, lockTimeoutMs: PATIENCE_MS, statementTimeoutMs: PATIENCE_MS }
      : {}),
    ...(refusedWrites === undefined ? {} : { refusedWrites }),
  });
  const owner = createDatabase({
    url: ownerUrl,
    max: 3,
    applicationName: "test owner",
    log: quietLog,
    connectionWaitMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
  });
  return {
    db,
    owner,
    url,
    ownerUrl,
    drop: async () => {
      await Promise.all([db.close(), owner.close()]);
    },
  };
}

/** Connects to `postgres` and not to the template: a database with sessions cannot be cloned. */
async function administer(work: (admin: Database) => Promise<unknown>): Promise<void> {
  const url = addressOf("postgres");
  const admin = createDatabase({
    url,
    max: 1,
    applicationName: "test admin",
    log: quietLog,
    statementTimeoutMs: 60_000,
  });
  try {
    await work(admin);
  } finally {
    await admin.close();
  }
}

function addressOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}
