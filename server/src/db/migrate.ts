import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import type { Database, Queryable, Transaction } from "./database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import { sqlState } from "./errors.ts";
import { createDatabase } from "./pool.ts";
import {
  appRole,
  appUrlOf,
  asAppRoleUrl,
  ensureAppRole,
  ensureReportRole,
  grantStatements,
  hasPassword,
  migrationsTable,
  scramVerifier,
  userOf,
} from "./roles.ts";
import { type AppliedFile, adoptEarlierFiles, textOfEdited } from "./squash.ts";

export interface MigrateOptions {
  /** The address of the role that owns the tables: `DATABASE_URL`, or the embedded server's owner. */
  readonly ownerUrl: string;
  /**
   * How the service logs in, when configured: if the login of `cauris_app` fails with this password, the password is
   * set.
   */
  readonly serviceUrl?: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Another folder of files, for tests. */
  readonly folder?: string;
}

export interface MigrationResult {
  /** The files applied by this call, in order. */
  readonly applied: readonly string[];
  /** Where the service connects to: the same database in the role `cauris_app`. */
  readonly appUrl: string;
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** How long one migration may run, and how long a start waits for another that is migrating. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
/** Long, because no caller waits for an answer during the start. */
const CONNECTION_WAIT_MS = 10_000;
/** A migration that cannot get its lock fails, instead of queueing in front of the service's statements. */
const MIGRATION_LOCK_TIMEOUT_MS = 5_000;
const SERVER_VERSION_MIN = 150_000;
/** The same number in all releases: the holder of this advisory lock migrates the database. */
const MIGRATION_LOCK = 5_021_337_604;
const filePattern = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Brings the database to this release's schema and grants the service's role its rights. Files are applied in order of
 * their names, each in one transaction with its row in `schema_migrations`, under an advisory lock: of several starts
 * one applies and the others wait. A database with the files from before the squash is adopted. Refuses when an applied
 * file has been edited, or when a role is missing and cannot be made.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationResult> {
  const { ownerUrl, log } = options;
  const files = await readMigrations(options.folder ?? migrationsFolder());
  const owner = createDatabase({
    url: ownerUrl,
    max: 1,
    applicationName: "cauris migrate",
    log,
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
    connectionWaitMs: CONNECTION_WAIT_MS,
  });
  try {
    await checkServer(owner);
    // First, because migrations may name the role.
    await ensureAppRole(owner);
    const hasReportRole = await ensureReportRole(owner);
    const applied = await applyAll(owner, files, options);
    await underLock(owner, async (tx) => {
      const [row] = await tx.query<{ database: string }>({ text: "select current_database() as database" });
      for (const text of grantStatements(row?.database ?? "", hasReportRole)) await tx.query({ text });
    });
    return { applied, appUrl: await serviceAddress(owner, options) };
  } finally {
    await owner.close();
  }
}

/**
 * Refuses servers on which the schema does not work: PostgreSQL before 15, and an encoding that cannot hold every name.
 */
async function checkServer(owner: Database): Promise<void> {
  const [server] = await owner.query<{ version: number; encoding: string }>({
    text: `select current_setting('server_version_num')::int as version,
                  current_setting('server_encoding') as encoding`,
  });
  if (server === undefined || server.version < SERVER_VERSION_MIN) {
    throw new Error(
      `PostgreSQL ${Math.floor((server?.version ?? 0) / 10_000)} is too old: 15 or newer is needed.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new Error(`The database's encoding is ${server.encoding}. Create it with encoding UTF8.`);
  }
}

/** The migrations folder of the sources, for a program that runs from them and for one that runs from `dist`. */
export function migrationsFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, "server", "src", "db", "migrations");
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) throw new Error("the folder server/src/db/migrations is missing");
  }
}

export async function readMigrations(folder: string): Promise<readonly MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const odd = names.find((name) => !filePattern.test(name));
  if (odd !== undefined) throw new Error(`migration ${odd} is not named like 0001_merchants.sql`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function applyAll(
  owner: Database,
  files: readonly MigrationFile[],
  { clock, log }: MigrateOptions,
): Promise<readonly string[]> {
  await underLock(owner, (tx) =>
    tx.query({
      text: `create table if not exists ${migrationsTable} (
               name text primary key, checksum text not null, applied_at timestamptz not null)`,
    }),
  );
  const adopted = await underLock(owner, async (tx) =>
    adoptEarlierFiles(tx, await appliedFiles(tx), files, clock.nowMs()),
  );
  if (adopted) log.info("database.migrations.renamed");
  await warnOfNewer(owner, files, log);
  const applied: string[] = [];
  for (const file of files) {
    const isNew = await underLock(owner, async (tx) => {
      if (await wasApplied(tx, file)) return false;
      await tx.query({ text: `set local lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}` });
      await tx.query({ text: file.sql }).catch((cause: unknown) => {
        throw new Error(`migration ${file.name} failed`, { cause });
      });
      await tx.query({
        text: `insert into ${migrationsTable} (name, checksum, applied_at) values ($1, $2, $3)`,
        values: [file.name, file.checksum, new Date(clock.nowMs())],
      });
      return true;
    });
    if (!isNew) continue;
    log.info("database.migration.applied", { name: file.name });
    applied.push(file.name);
  }
  return applied;
}

/** During a rollout, instances of the previous release may start on this schema: releases keep it compatible. */
async function warnOfNewer(owner: Database, files: readonly MigrationFile[], log: Logger): Promise<void> {
  const known = new Set(files.map(({ name }) => name));
  const unknown = (await appliedFiles(owner)).map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0) log.warn("database.newer", { unknownMigrations: unknown });
}

function appliedFiles(db: Queryable): Promise<readonly AppliedFile[]> {
  return db.query<AppliedFile>({
    text: `select name, checksum, applied_at as "appliedAtMs" from ${migrationsTable} order by name`,
  });
}

async function wasApplied(tx: Transaction, file: MigrationFile): Promise<boolean> {
  const rows = await appliedFiles(tx);
  const own = rows.find(({ name }) => name === file.name);
  if (own !== undefined && own.checksum !== file.checksum) throw new Error(textOfEdited(own, file.checksum));
  if (own !== undefined) return true;
  const later = rows.find(({ name }) => name > file.name);
  if (later !== undefined) {
    throw new Error(`migration ${file.name} comes before ${later.name}, which this database already has`);
  }
  return false;
}

/** A transaction that no other start runs at the same time; waits for its turn. */
function underLock<T>(owner: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return owner.transaction(async (tx) => {
    await tx.query({ text: "set local lock_timeout = 0" });
    await tx.query({ text: "select pg_advisory_xact_lock($1)", values: [MIGRATION_LOCK] });
    return work(tx);
  });
}

/**
 * How the service gets into its role. With a password in the owner's address: by a login of its own, whose password is
 * set when it does not match. Without one (peer, certificate, `trust`), or when another administrator owns the role: by
 * sessions of the owner that begin in the role.
 */
async function serviceAddress(
  owner: Database,
  { ownerUrl, serviceUrl, log }: Pick<MigrateOptions, "ownerUrl" | "serviceUrl" | "log">,
): Promise<string> {
  if (serviceUrl !== undefined) {
    if (userOf(serviceUrl) === appRole && !(await entersAsApp(serviceUrl)))
      await setPassword(owner, serviceUrl, log);
    return serviceUrl;
  }
  if (hasPassword(ownerUrl)) {
    const appUrl = appUrlOf(ownerUrl);
    if (await entersAsApp(appUrl)) return appUrl;
    if ((await setPassword(owner, appUrl, log)) && (await entersAsApp(appUrl))) return appUrl;
  }
  const switched = asAppRoleUrl(ownerUrl);
  if (await entersAsApp(switched)) {
    log.warn("database.role.switched", {
      role: appRole,
      reason:
        "the service's sessions belong to the owner and begin in the role: a login of its own would be stricter",
    });
    return switched;
  }
  throw new Error(
    `The service can neither log in as ${appRole} nor switch to it. Ask an administrator to run: ` +
      `grant ${appRole} to <the role of DATABASE_URL>;`,
  );
}

async function entersAsApp(url: string): Promise<boolean> {
  let connection: DedicatedConnection;
  try {
    connection = await openDedicatedConnection({ url, applicationName: "cauris migrate" });
  } catch {
    return false;
  }
  try {
    const [row] = await connection.query<{ role: string }>({ text: "select current_user as role" });
    return row?.role === appRole;
  } finally {
    await connection.close();
  }
}

async function setPassword(owner: Database, appUrl: string, log: Logger): Promise<boolean> {
  const url = new URL(appUrl);
  const password = url.searchParams.get("password") ?? decodeURIComponent(url.password);
  try {
    // Roles belong to the cluster, but the lock to one database: starts on two databases of a cluster would collide
    // here.
    await underLock(owner, (tx) =>
      tx.query({ text: `alter role ${appRole} with login password '${scramVerifier(password)}'` }),
    );
    return true;
  } catch (error) {
    log.warn("database.role.password.refused", { role: appRole, sqlState: sqlState(error) });
    // A concurrent start set the same password: this statement fails, but the login works.
    return sqlState(error) === "XX000";
  }
}
