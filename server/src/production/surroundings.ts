import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Config } from "../config.ts";
import type { Queryable } from "../db/database.ts";
import { openDedicatedConnection } from "../db/dedicated.ts";
import { sqlState } from "../db/errors.ts";
import { degenerateBecause, givenMasterKey, MASTER_KEY_FILE } from "../keyring/index.ts";
import { sandboxOperators } from "../seed/index.ts";
import type { DatabaseFacts, Surroundings } from "./rules.ts";

/**
 * Reads the files and the database that the settings name; `databaseUrl` is the address of the embedded one once it
 * runs. Changes nothing and never rejects.
 */
export async function readSurroundings(
  config: Config,
  databaseUrl = config.databaseUrl?.reveal(),
): Promise<Surroundings> {
  const masterKey = await readMasterKey(config);
  return {
    masterKey,
    masterKeyFlaw: "bytes" in masterKey ? degenerateBecause(masterKey.bytes) : null,
    masterKeyBesideCluster: await liesBeside(config),
    database: databaseUrl === undefined ? null : await readDatabase(databaseUrl),
  };
}

async function readMasterKey(config: Config): Promise<Surroundings["masterKey"]> {
  try {
    const key = await givenMasterKey(config);
    return key === null ? { missing: "MASTER_KEY is absent" } : { bytes: key.reveal() };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

/** With the embedded PostgreSQL, the cluster is in the data folder. */
async function liesBeside({ dataDir, databaseUrl, masterKeyFile }: Config): Promise<boolean> {
  if (databaseUrl !== undefined) return false;
  const made = await stat(join(dataDir, MASTER_KEY_FILE)).catch(() => null);
  if (made !== null) return true;
  if (masterKeyFile === undefined) return false;
  const [folder, file] = await Promise.all(
    [dataDir, masterKeyFile].map((path) => realpath(path).catch(() => path)),
  );
  return file?.startsWith(`${folder}${sep}`) ?? false;
}

async function readDatabase(url: string): Promise<Surroundings["database"]> {
  try {
    const connection = await openDedicatedConnection({ url, applicationName: "cauris check" });
    try {
      return await readDatabaseFacts(connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    return { unreachable: innermostMessage(error) };
  }
}

/** PostgreSQL's own message is at the end of the chain of causes. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}

const UNDEFINED_TABLE = "42P01";

async function readDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const [facts] = await db.query<Omit<DatabaseFacts, "firstPasswords">>({
    text: `select current_user as role,
                  (select rolsuper or rolcreaterole or rolbypassrls from pg_roles where rolname = current_user)
                    or exists (select from pg_class c
                                where c.relnamespace = to_regnamespace(current_schema()::text) and c.relkind = 'r'
                                  and pg_has_role(current_user, c.relowner, 'usage'))
                    or coalesce(has_schema_privilege(current_schema(), 'create'), false) as "isOwner",
                  current_setting('server_version_num')::int as version,
                  current_setting('fsync') as fsync,
                  current_setting('full_page_writes') as "fullPageWrites",
                  current_setting('synchronous_commit') as "synchronousCommit"`,
  });
  if (facts === undefined) throw new Error("PostgreSQL did not describe itself");
  return { ...facts, firstPasswords: await readFirstPasswords(db) };
}

/** Seeded accounts that were never used. None where there are no tables yet. */
async function readFirstPasswords(db: Queryable): Promise<readonly string[]> {
  try {
    const rows = await db.query<{ email: string }>({
      text: `select email from operators where email = any($1) and version = 1 and status = 'ACTIVE' order by email`,
      values: [sandboxOperators.map(({ email }) => email)],
    });
    return rows.map(({ email }) => email);
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
