import type { Transaction } from "../../db/database.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import type { StatusReport } from "./formats/pain-002.ts";
import { type IntakeDeps, type Origin, takeOnce, writeTaken } from "./intake.ts";
import * as store from "./store.ts";
import type { BankAccountRow, BankFile } from "./types.ts";

/**
 * Takes a bank's answer to a file of ours. Runs in the transaction of the caller. Refuses with BANK_FILE_ALREADY_TAKEN, and
 * with `BankFileFault` a report on a file, or on a transfer in it, that this account has not sent.
 */
export async function takeReport(
  tx: Transaction,
  { ids, orders }: Pick<IntakeDeps, "ids" | "orders">,
  account: BankAccountRow,
  { actor, ...described }: Omit<Origin, "format">,
  report: StatusReport,
  nowMs: number,
): Promise<BankFile> {
  await takeOnce(tx, account, described.digest);
  const taken = await orders.takeReport(tx, account.id, report, nowMs);
  if (typeof taken === "string") throw new BankFileFault("UNKNOWN_TRANSFER", taken);
  const file: BankFile = {
    ...described,
    format: "PAIN_002",
    id: ids.next("bankFile"),
    tenantId: account.tenantId,
    mode: account.mode,
    providerAccountId: account.id,
    entryCount: taken.transferCount,
    newCount: taken.changedCount,
    matchedCount: taken.changedCount,
    queuedCount: taken.doubtfulCount,
    payoutFileId: taken.fileId,
    createdAtMs: nowMs,
  };
  await store.insertFile(tx, file);
  await writeTaken(tx, ids, file, actor);
  return file;
}
