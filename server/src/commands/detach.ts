import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Config, loadConfig } from "../config.ts";
import { type DedicatedConnection, openDedicatedConnection } from "../db/dedicated.ts";
import { systemClock } from "../kit/clock.ts";
import { isUuid, type MerchantId } from "../kit/ids.ts";
import { createAuditDetaching } from "../modules/audit/index.ts";
import { createDetaching } from "../modules/wallets/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

const STATEMENT_TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;
/** A statement covers at most 366 days, and is asked for some weeks later. */
const DAYS_MIN = 400;
/** One run at a time: `detach` as a number. */
const LOCK = 6_837_312;

interface DetachRequest {
  readonly beforeMs: number;
  readonly folder: string | null;
  readonly what: "LEDGER" | "AUDIT";
  readonly merchantId: MerchantId | null;
}

/**
 * Moves what was booked before a day out of the ledger into files that the seals prove; with `--audit`, what was written before it
 * out of the audit log. Refuses with UsageError a day within the last
 * 400, a folder that cannot be written, and production without DATABASE_OWNER_URL. Returns 1 when a wallet, or a tenant's log, was
 * refused.
 */
export async function detachOld(args: readonly string[]): Promise<number> {
  const asked = readAsked(args, systemClock.nowMs());
  if (asked.folder !== null) await requireFolder(asked.folder);
  const db = await openDedicatedConnection({
    url: await ownersAddress(loadConfig(process.env)),
    applicationName: "cauris detach",
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await takeLock(db);
    return await (asked.what === "AUDIT" ? detachAudit(db, asked) : detachLedger(db, asked));
  } finally {
    await db.close();
  }
}

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const depsOf = (db: DedicatedConnection, folder: string | null) => ({
  db,
  clock: systemClock,
  folder: folder ?? "",
  pause: (ms: number) => sleep(ms),
  tell,
});
const KEEP_FILES = "Copy the files to two other places, and write each SHA-256 down in a third.";

async function detachAudit(db: DedicatedConnection, { beforeMs, folder }: DetachRequest): Promise<number> {
  const detaching = createAuditDetaching(depsOf(db, folder));
  if (folder === null) {
    tell(`${await detaching.preview(beforeMs)} entries would go. --to <folder> moves them.`);
    return 0;
  }
  const { files, entries, refused } = await detaching.run(beforeMs);
  for (const { tenantId, reason } of refused) tell(`tenant ${tenantId}: refused, ${reason}`);
  tell(`${entries} entries are in ${files} files. ${KEEP_FILES}`);
  return refused.length === 0 ? 0 : 1;
}

async function detachLedger(
  db: DedicatedConnection,
  { beforeMs, folder, merchantId }: DetachRequest,
): Promise<number> {
  const detaching = createDetaching(depsOf(db, folder));
  if (folder === null) {
    tell(`${await detaching.preview(beforeMs, merchantId)} transfers would go. --to <folder> moves them.`);
    return 0;
  }
  const { files, transfers, refused } = await detaching.run(beforeMs, merchantId);
  for (const { walletId, reason } of refused) tell(`wallet ${walletId}: refused, ${reason}`);
  tell(`${transfers} transfers are in ${files} files. ${KEEP_FILES}`);
  return refused.length === 0 ? 0 : 1;
}

/** What the arguments ask for; `folder` is null for a dry run. Refuses with UsageError. */
export function readAsked(args: readonly string[], nowMs: number): DetachRequest {
  let values: {
    readonly before?: string;
    readonly to?: string;
    readonly merchant?: string;
    readonly audit?: boolean;
    readonly "dry-run"?: boolean;
  };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        before: { type: "string" },
        to: { type: "string" },
        merchant: { type: "string" },
        audit: { type: "boolean" },
        "dry-run": { type: "boolean" },
      },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { before = "", to, merchant, audit: isAudit = false, "dry-run": isDry = false } = values;
  const beforeMs = /^\d{4}-\d{2}-\d{2}$/.test(before) ? Date.parse(before) : Number.NaN;
  if (Number.isNaN(beforeMs)) throw new UsageError("--before must be a day, such as 2025-01-01.");
  if (beforeMs > nowMs - DAYS_MIN * DAY_MS)
    throw new UsageError(
      `--before must be at least ${DAYS_MIN} days ago: merchants ask for statements of a year.`,
    );
  if (isDry === (to !== undefined)) throw new UsageError("Give either --to <folder> or --dry-run.");
  if (isAudit && merchant !== undefined)
    throw new UsageError("--merchant is for the ledger: an audit log is one chain of its whole tenant.");
  if (merchant !== undefined && !isUuid(merchant))
    throw new UsageError("--merchant must be the id of a merchant, a UUID in lower case.");
  return {
    beforeMs,
    folder: to === undefined ? null : resolve(to),
    what: isAudit ? "AUDIT" : "LEDGER",
    merchantId: (merchant ?? null) as MerchantId | null,
  };
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new UsageError(`--to must be a folder that exists; ${folder} is none.`);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`--to must be a folder that can be written; ${folder} cannot.`);
  });
}

async function ownersAddress(config: Config): Promise<string> {
  if (config.databaseOwnerUrl !== undefined) return config.databaseOwnerUrl.reveal();
  if (config.env === "production")
    throw new UsageError("DATABASE_OWNER_URL is absent: only the role that owns the tables may remove rows.");
  return databaseAddress(config);
}

async function takeLock(db: DedicatedConnection): Promise<void> {
  const [row] = await db.query<{ mine: boolean }>({
    text: "select pg_try_advisory_lock($1) as mine",
    values: [LOCK],
  });
  if (row?.mine !== true) throw new UsageError("Another cauris-server detach is running on this database.");
}
