import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { type Config, loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import { givenMasterKey, openServiceKeyring } from "../keyring/index.ts";
import { nameOfCell } from "../kit/cell.ts";
import { systemClock } from "../kit/clock.ts";
import type { MerchantId, TenantId } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { createLogger } from "../log/logger.ts";
import { requireWhole } from "../merchant-move/obstacles.ts";
import { type FrozenReport, type RehearsalReport, rehearseMove } from "../merchant-move/rehearse.ts";
import { type CellSide, MoveRefusedError } from "../merchant-move/types.ts";
import { UnreadableValueError } from "../merchant-move/values.ts";
import { databaseAddress } from "./database-address.ts";
import { findMerchant } from "./merchant-store.ts";
import { UsageError } from "./usage.ts";

/** A page of a large table is read along its key. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Where a merchant would go: the file with the other cell's settings, and whose it would be there. */
export interface Place {
  readonly path: string;
  readonly tenantId: TenantId;
  /** Whether the merchant is frozen for the last part of the copy. */
  readonly isFrozen: boolean;
}

/** Rehearses the move, and prints what was copied. Exit code 1: it was refused, and why. */
export async function rehearse(merchantId: MerchantId, { path, tenantId, isFrozen }: Place): Promise<number> {
  const other = await readSettings(path);
  const opened: Database[] = [];
  try {
    const from = await openCell(loadConfig(process.env), opened);
    const to = await openCell(other, opened);
    const found = await findMerchant(from.db, merchantId);
    await requireWhole(
      from.db,
      (found?.numbers ?? []).map(({ merchantNo }) => merchantNo),
    );
    const report = await rehearseMove({ from, to, merchantId, tenantId, isFrozen, nowMs: systemClock.nowMs });
    process.stdout.write(rehearsalText(merchantId, to.keyring.cell, report));
    return 0;
  } catch (error) {
    if (!(error instanceof MoveRefusedError || error instanceof UnreadableValueError)) throw error;
    process.stderr.write(`The rehearsal was refused, and nothing is changed: ${error.message}.\n`);
    return 1;
  } finally {
    for (const db of opened) await db.close();
  }
}

async function readSettings(path: string): Promise<Config> {
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

/** Adds what must be closed to `opened`, also when the keys do not open. */
async function openCell(config: Config, opened: Database[]): Promise<CellSide> {
  const db = createDatabase({
    url: await databaseAddress(config),
    // Another one keeps other commands out.
    max: 2,
    applicationName: "cauris merchant",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  opened.push(db);
  await requireStarted(db, config.cell ?? null);
  const keyring = await openServiceKeyring({ db, clock: systemClock, random: createSystemRandom() }, config);
  return { db, keyring };
}

/** A database without keys would be given new ones: it has never been a cell. */
async function requireStarted(db: Database, cell: string | null): Promise<void> {
  const [row] = await db.query<{ keys: bigint }>({ text: "select count(*) as keys from data_keys" });
  if ((row?.keys ?? 0n) === 0n)
    throw new MoveRefusedError(`${nameOfCell(cell)} has never been started: its database has no keys`);
}

/** Rows and SHA-256 of each table that has any, what of the ledger holds, and how long it took. */
export function rehearsalText(merchantId: string, cell: string | null, report: RehearsalReport): string {
  const { tables, ledgers, accounts, copiedMs, verifiedMs, frozen } = report;
  const rows = tables
    .filter((each) => each.rows > 0)
    .map(
      ({ mode, table, rows: count, sha256 }) =>
        `  ${mode.padEnd(8)}${table.padEnd(26)}${String(count).padStart(12)}  ${sha256}`,
    );
  const books = ledgers.map(
    ({ mode, wallets, transfers, seals }) =>
      `  ${mode}: ${wallets} wallets are the sums of their transfers (${transfers}), and their seals hold (${seals})`,
  );
  return [
    `Merchant ${merchantId} was copied to ${nameOfCell(cell)}, the copy is the original, and it was taken back.`,
    "Nothing is changed, and this release does not move yet.",
    "",
    ...rows,
    ...books,
    `  accounts at providers that would come along, switched off: ${accounts}`,
    `  copied in ${seconds(copiedMs)}, read again and compared in ${seconds(verifiedMs)}`,
    ...(frozen === null ? [] : frozenLines(frozen)),
    "",
  ].join("\n");
}

function frozenLines({ ms, drainedMs, rounds }: FrozenReport): readonly string[] {
  const lines = rounds.map(
    ({ changed, removed }, at) =>
      `  round ${at + 1}${at === rounds.length - 1 ? ", behind the fence" : ""}: ${changed} rows had changed, ${removed} were gone`,
  );
  return [
    ...lines,
    `  frozen for ${seconds(ms)}; writes that were under way ended within ${drainedMs.toFixed(0)} ms`,
  ];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
