import type { Database, Queryable, Transaction } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { movingTables, rowsInMove, rowsOfMerchant } from "../db/merchant-rows.ts";
import { type FencedMerchant, LOCK_NOT_AVAILABLE, OTHER_COMMAND, openFence, waitForWrites } from "./fence.ts";
import { MoveRefusedError } from "./types.ts";

/** Rows that say what happened in this cell, also of a copy that was taken back. */
const kept: ReadonlySet<string> = new Set(["actor_origins", "audit_log", "merchant_moves"]);

const COPY_MS = 30_000;

/**
 * Removes a copy from the other cell with `andThen`, in one transaction: its rows, and what loops there have made from them. Accounts
 * at providers that came along stay, switched off. Without a copy it removes nothing.
 */
export async function takeBackCopy(
  db: Database,
  merchant: FencedMerchant,
  andThen: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForCopy(tx, merchant);
    await andThen(tx);
    // Its triggers let nobody else in: whoever writes waits for this transaction.
    await openFence(tx, merchant);
    await deleteCopy(tx, merchant);
  });
}

/** A run that was killed in the middle of a large statement ends when that statement does. */
async function waitForCopy(tx: Transaction, merchant: FencedMerchant): Promise<void> {
  try {
    await waitForWrites(tx, merchant, COPY_MS);
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new MoveRefusedError(OTHER_COMMAND);
  }
}

async function deleteCopy(tx: Transaction, { merchantId, numbers }: FencedMerchant): Promise<void> {
  const moving: ReadonlySet<string> = new Set(movingTables);
  const made = (await childrenFirst(tx)).filter(
    (table) => !moving.has(table) && !kept.has(table) && rowsInMove[table] !== "shared",
  );
  for (const table of [...made, ...movingTables.toReversed()]) {
    if (table === "merchants") continue;
    for (const number of numbers)
      await tx.query({
        text: `delete from ${table} t where ${rowsOfMerchant(table)}`,
        values: [number],
      });
  }
  await tx.query({ text: "delete from merchants where id = $1", values: [merchantId] });
}

/** All tables, each after those whose rows refer to its own. */
async function childrenFirst(db: Queryable): Promise<readonly string[]> {
  const tables = Object.keys(rowsInMove);
  const keys = await db.query<{ child: string; parent: string }>({
    text: `select distinct c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent from pg_constraint c
            where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`,
  });
  const ordered: string[] = [];
  const visit = (table: string): void => {
    if (ordered.includes(table)) return;
    for (const { child, parent } of keys) if (parent === table) visit(child);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
