import { setTimeout as sleep } from "node:timers/promises";
import { schemaOf } from "../kit/database-address.ts";
import type { Logger } from "../kit/logger.ts";
import type { Queryable } from "./database.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { sqlState } from "./errors.ts";
import { type MigrationFile, migrationsFolder, readMigrations } from "./migration-files.ts";
import { migrationsTable } from "./roles.ts";
import { type AppliedFile, textOfEdited } from "./squash.ts";

export interface WaitOptions {
  /** The service's address: it can read which files were applied, but cannot apply any. */
  readonly url: string;
  readonly log: Logger;
  readonly progress: (step: string) => void;
  /** How long to wait until another program has migrated. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const UNDEFINED_TABLE = "42P01";
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Waits until another program has brought the database to this release's schema. Rejects with instructions when that
 * does not happen within `patienceMs`, and at once when an applied file differs.
 */
export async function waitForSchema(options: WaitOptions): Promise<void> {
  const { url, log, progress, patienceMs = PATIENCE_MS } = options;
  const files = await readMigrations(migrationsFolder());
  const connection = await openDedicatedConnection({ url, applicationName: "cauris schema" });
  try {
    let isTold = false;
    for (const endMs = performance.now() + patienceMs; ; ) {
      const missing = await missingFiles(connection, files, log);
      if (missing.length === 0) return;
      if (performance.now() >= endMs) throw new Error(textOfMissing(missing));
      if (!isTold) progress("The schema is older than this release: waiting for cauris-server migrate");
      isTold = true;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await connection.close();
  }
}

/** Names of this release's migrations that the database has not had. Rejects when an applied file differs. */
export async function missingMigrations(db: Queryable, log: Logger): Promise<readonly string[]> {
  return missingFiles(db, await readMigrations(migrationsFolder()), log);
}

/** Whether the role of `url` can migrate the schema. */
export async function mayMigrate(url: string): Promise<boolean> {
  const connection = await openDedicatedConnection({ url, applicationName: "cauris schema" });
  try {
    const [row] = await connection.query<{ may: boolean }>({
      text: `select coalesce(has_schema_privilege(to_regnamespace($1), 'create'), false)
                 or has_database_privilege(current_database(), 'create') as may`,
      values: [schemaOf(url)],
    });
    return row?.may ?? false;
  } finally {
    await connection.close();
  }
}

async function missingFiles(
  db: Queryable,
  files: readonly MigrationFile[],
  log: Logger,
): Promise<readonly string[]> {
  const applied = await appliedFiles(db);
  for (const file of files) {
    const own = applied.find(({ name }) => name === file.name);
    if (own !== undefined && own.checksum !== file.checksum)
      throw new Error(textOfEdited(own, file.checksum));
  }
  const unknown = applied.map(({ name }) => name).filter((name) => !files.some((file) => file.name === name));
  const missing = files.map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name));
  // During a rollout the previous release runs on the new schema, which is kept compatible.
  if (unknown.length > 0 && missing.length === 0) log.warn("database.newer", { unknownMigrations: unknown });
  return missing;
}

async function appliedFiles(db: Queryable): Promise<readonly AppliedFile[]> {
  try {
    return await db.query<AppliedFile>({
      text: `select name, checksum, applied_at as "appliedAtMs" from ${migrationsTable} order by name`,
    });
  } catch (error) {
    // The database has not been migrated yet, or a migration is about to start.
    if ([UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE].includes(sqlState(error) ?? "")) return [];
    throw error;
  }
}

function textOfMissing(missing: readonly string[]): string {
  const some = missing.length > 3 ? `${missing.slice(0, 3).join(", ")} and more` : missing.join(", ");
  return (
    `The database's schema is older than this release (it lacks ${some}), and the service's role may not change it. ` +
    "Run cauris-server migrate with DATABASE_OWNER_URL, the address of the role that owns the tables, then start again."
  );
}
