import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { type Config, loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import { missingMigrations } from "../db/schema-state.ts";
import { givenMasterKey, openServiceKeyring } from "../keyring/index.ts";
import { nameOfCell } from "../kit/cell.ts";
import { systemClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import { type CellSide, MoveRefusedError } from "../merchant-move/types.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/** A page of a large table is read along its key. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** A command tells its user what happens by itself. */
const log = createLogger({ level: "silent", format: "json" });

/** The settings in the file of another cell. Refuses with UsageError a file that cannot be read, or that would use this cell's key. */
export async function readSettings(path: string): Promise<Config> {
  try {
    const config = loadConfig(parseEnv(await readFile(path, "utf8")) as Record<string, string>);
    // A key from DATA_DIR would be this cell's.
    if (config.databaseUrl === undefined || (await givenMasterKey(config)) === null)
      throw new Error("the other cell's DATABASE_URL and MASTER_KEY (or MASTER_KEY_FILE) must be in it");
    return config;
  } catch (error) {
    throw new UsageError(`--to ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Adds what must be closed to `opened`, also when the keys do not open. Refuses with MoveRefusedError a cell that was never started, and one
 * whose schema is older than this command: its triggers would not hold what this command believes they hold.
 */
export async function openCell(config: Config, opened: Database[]): Promise<CellSide> {
  const db = createDatabase({
    url: await databaseAddress(config),
    // One keeps other commands out, one holds the copy, and one writes the steps.
    max: 4,
    applicationName: "cauris merchant",
    log,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  opened.push(db);
  await requireStarted(db, config.cell ?? null);
  const [missing] = await missingMigrations(db, log);
  if (missing !== undefined)
    throw new MoveRefusedError(
      `${nameOfCell(config.cell ?? null)} has an older schema than this command (it lacks ${missing}): run cauris-server migrate there first`,
    );
  const keyring = await openServiceKeyring({ db, clock: systemClock, random: createSystemRandom() }, config);
  return { db, keyring };
}

/** A database without keys would be given new ones: it has never been a cell. */
async function requireStarted(db: Database, cell: string | null): Promise<void> {
  const [row] = await db.query<{ keys: bigint }>({ text: "select count(*) as keys from data_keys" });
  if ((row?.keys ?? 0n) === 0n)
    throw new MoveRefusedError(`${nameOfCell(cell)} has never been started: its database has no keys`);
}
