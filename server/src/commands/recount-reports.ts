import { parseArgs } from "node:util";
import { loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import { isUuid, type MerchantId } from "../kit/ids.ts";
import { createLogger } from "../log/logger.ts";
import { findNumbers, forgetSums } from "../modules/reports/index.ts";
import { databaseAddress } from "./database-address.ts";
import { UsageError } from "./usage.ts";

/** Forgetting the sums of one merchant touches as many rows as it had busy hours. */
const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Forgets the sums behind reports, of all merchants or of one. The running service counts them again from the beginning,
 * in the background. Refuses with UsageError a merchant that does not exist.
 */
export async function recountReports(args: readonly string[]): Promise<number> {
  const merchantId = readMerchant(args);
  const db = createDatabase({
    url: await databaseAddress(loadConfig(process.env)),
    max: 1,
    applicationName: "cauris recount-reports",
    log: createLogger({ level: "silent", format: "json" }),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const count = await forgetAll(db, merchantId);
    process.stderr.write(
      `The sums of ${count} merchants and modes are forgotten. The service counts them again.\n`,
    );
    return 0;
  } finally {
    await db.close();
  }
}

function readMerchant(args: readonly string[]): MerchantId | null {
  let merchant: string | undefined;
  try {
    ({ merchant } = parseArgs({ args: [...args], options: { merchant: { type: "string" } } }).values);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (merchant === undefined) return null;
  if (!isUuid(merchant))
    throw new UsageError("--merchant must be the id of a merchant, a UUID in lower case.");
  return merchant as MerchantId;
}

/** One merchant's mode at a time, so that no other one waits. */
async function forgetAll(db: Database, merchantId: MerchantId | null): Promise<number> {
  const all = await findNumbers(db, merchantId);
  if (merchantId !== null && all.length === 0) throw new UsageError(`There is no merchant ${merchantId}.`);
  const detached = await findDetached(db);
  const numbers = all.filter((merchantNo) => !detached.has(merchantNo));
  if (numbers.length < all.length) {
    const some = `${all.length - numbers.length} merchants and modes keep their sums: a part of their ledger was moved out of the database.`;
    if (numbers.length === 0) throw new UsageError(some);
    process.stderr.write(`${some}\n`);
  }
  for (const merchantNo of numbers) await db.transaction((tx) => forgetSums(tx, merchantNo));
  return numbers.length;
}

/** Merchants and modes whose sums could not be counted again from the beginning. */
async function findDetached(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ merchantNo: number }>({
    text: `select distinct merchant_no as "merchantNo" from ledger_detachments`,
  });
  return new Set(rows.map(({ merchantNo }) => merchantNo));
}
