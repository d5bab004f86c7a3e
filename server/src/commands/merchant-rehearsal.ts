import { loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { nameOfCell } from "../kit/cell.ts";
import { systemClock } from "../kit/clock.ts";
import type { MerchantId, TenantId } from "../kit/ids.ts";
import { requireWhole } from "../merchant-move/obstacles.ts";
import { type FrozenReport, type RehearsalReport, rehearseMove } from "../merchant-move/rehearse.ts";
import { MoveRefusedError } from "../merchant-move/types.ts";
import { UnreadableValueError } from "../merchant-move/values.ts";
import { openCell, readSettings } from "./both-cells.ts";
import { findMerchant } from "./merchant-store.ts";

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
    "Nothing is changed.",
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

/** Milliseconds as an operator reads them. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
