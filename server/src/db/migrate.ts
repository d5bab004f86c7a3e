import type { Clock } from "../kit/clock.ts";
import { DEFAULT_SCHEMA, parseDatabaseUrl, schemaOf } from "../kit/database-address.ts";
import type { Logger } from "../kit/logger.ts";
import type { Database, Queryable } from "./database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import { sqlState } from "./errors.ts";
import { type MigrationFile, migrationsFolder, readMigrations } from "./migration-files.ts";
import { underLock } from "./migration-lock.ts";
import { MIGRATION_LOCK_WAIT_MS, runAlone, runInRounds, runWithPatience } from "./migration-steps.ts";
import { createDatabase } from "./pool.ts";
import {
  appRoleOf,
  appUrlOf,
  asAppRoleUrl,
  ensureAppRole,
  ensureReportRole,
  ensureSchema,
  grantStatements,
  hasPassword,
  migrationsTable,
  reportRoleOf,
  scramVerifier,
  userOf,
} from "./roles.ts";
import { migrationIn } from "./schema-names.ts";
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
  /** How long a file tries to get its locks, in milliseconds. */
  readonly patienceMs?: number;
}

export interface MigrationResult {
  /** The files applied by this call, in order. */
  readonly applied: readonly string[];
  /** Where the service connects to: the same database in the role `cauris_app`. */
  readonly appUrl: string;
  /** The same change to another address of the owner's: through a pooler, or to a replica. */
  readonly asService: (address: string) => string;
}

/** How long one transaction of a migration may run. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
/** How long a file tries to get its locks, before the start fails. */
const PATIENCE_MS = 2 * 60_000;
/** Long, because no caller waits for an answer during the start. */
const CONNECTION_WAIT_MS = 10_000;
const SERVER_VERSION_MIN = 150_000;

/**
 * Brings the database to this release's schema and grants the service's role its rights. Files are applied in order of
 * their names, each in one transaction with its row in `schema_migrations` unless the file wants another way, under an
 * advisory lock: of several starts one applies and the others wait. A database with the files from before the squash is adopted. Refuses when an applied
 * file has been edited, or when a role is missing and cannot be made.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationResult> {
  const { ownerUrl, log } = options;
  const schema = schemaOf(ownerUrl);
  const files = (await readMigrations(options.folder ?? migrationsFolder())).map((file) => ({
    ...file,
    // The checksum stays that of the file: it is the same step in every schema.
    sql: migrationIn(schema, file.sql),
  }));
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
    await ensureAppRole(owner, appRoleOf(schema));
    const hasReportRole = await ensureReportRole(owner, reportRoleOf(schema));
    if (schema !== DEFAULT_SCHEMA) await ensureSchema(owner, schema);
    const applied = await applyAll(owner, files, options);
    await underLock(owner, async (tx) => {
      const [row] = await tx.query<{ database: string }>({ text: "select current_database() as database" });
      for (const text of grantStatements(row?.database ?? "", schema, hasReportRole))
        await tx.query({ text });
    });
    return { applied, ...(await serviceAddress(owner, options)) };
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

async function applyAll(
  owner: Database,
  files: readonly MigrationFile[],
  options: MigrateOptions,
): Promise<readonly string[]> {
  const { clock, log } = options;
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
  const isEmpty = (await appliedFiles(owner)).length === 0;
  const applied: string[] = [];
  for (const file of files) {
    if (!(await applyOne(owner, file, options))) continue;
    if (!isEmpty) log.info("database.migration.applied", { name: file.name });
    applied.push(file.name);
  }
  // On an empty database one line tells as much as a hundred, before which nobody finds the greeting.
  if (isEmpty) log.info("database.schema.created", { migrations: applied.length, last: applied.at(-1) });
  return applied;
}

/** Applies the file in its way and notes that it has been; false when it had been before. */
async function applyOne(owner: Database, file: MigrationFile, options: MigrateOptions): Promise<boolean> {
  const { clock, log, ownerUrl, patienceMs = PATIENCE_MS } = options;
  const once = async (db: Queryable, apply: () => Promise<unknown>): Promise<boolean> => {
    if (await wasApplied(db, file)) return false;
    await apply().catch((cause: unknown) => {
      throw new Error(`migration ${file.name} failed`, { cause });
    });
    await db.query({
      text: `insert into ${migrationsTable} (name, checksum, applied_at) values ($1, $2, $3)`,
      values: [file.name, file.checksum, new Date(clock.nowMs())],
    });
    return true;
  };
  switch (file.way) {
    case "transaction":
      return runWithPatience({ file, log, patienceMs }, () =>
        underLock(owner, async (tx) => {
          await tx.query({ text: `set local lock_timeout = ${MIGRATION_LOCK_WAIT_MS}` });
          return once(tx, () => tx.query({ text: file.sql }));
        }),
      );
    case "alone":
      return runAlone({ file, log, ownerUrl, patienceMs }, once);
    case "rounds":
      return runInRounds({ file, log, ownerUrl, patienceMs }, once);
  }
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

async function wasApplied(db: Queryable, file: MigrationFile): Promise<boolean> {
  const rows = await appliedFiles(db);
  const own = rows.find(({ name }) => name === file.name);
  if (own !== undefined && own.checksum !== file.checksum) throw new Error(textOfEdited(own, file.checksum));
  if (own !== undefined) return true;
  const later = rows.find(({ name }) => name > file.name);
  if (later !== undefined) {
    throw new Error(`migration ${file.name} comes before ${later.name}, which this database already has`);
  }
  return false;
}

/**
 * How the service gets into its role. With a password in the owner's address: by a login of its own, whose password is
 * set when it does not match. Without one (peer, certificate, `trust`), or when another administrator owns the role: by
 * sessions of the owner that begin in the role.
 */
async function serviceAddress(
  owner: Database,
  { ownerUrl, serviceUrl, log }: Pick<MigrateOptions, "ownerUrl" | "serviceUrl" | "log">,
): Promise<Pick<MigrationResult, "appUrl" | "asService">> {
  const appRole = appRoleOf(schemaOf(ownerUrl));
  if (serviceUrl !== undefined) {
    if (userOf(serviceUrl) === appRole && !(await entersAsApp(serviceUrl)))
      await setPassword(owner, serviceUrl, log);
    return { appUrl: serviceUrl, asService: (address) => address };
  }
  if (hasPassword(ownerUrl)) {
    const appUrl = appUrlOf(ownerUrl);
    if (await entersAsApp(appUrl)) return { appUrl, asService: appUrlOf };
    if ((await setPassword(owner, appUrl, log)) && (await entersAsApp(appUrl)))
      return { appUrl, asService: appUrlOf };
  }
  const switched = asAppRoleUrl(ownerUrl);
  if (await entersAsApp(switched)) {
    log.warn("database.role.switched", {
      role: appRole,
      reason:
        "the service's sessions belong to the owner and begin in the role: a login of its own would be stricter",
    });
    return { appUrl: switched, asService: asAppRoleUrl };
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
    return row?.role === appRoleOf(schemaOf(url));
  } finally {
    await connection.close();
  }
}

async function setPassword(owner: Database, appUrl: string, log: Logger): Promise<boolean> {
  const url = parseDatabaseUrl(appUrl);
  const password = url.searchParams.get("password") ?? decodeURIComponent(url.password);
  const appRole = appRoleOf(schemaOf(appUrl));
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
