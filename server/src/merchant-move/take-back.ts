import type { Database, Queryable, Transaction } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { movingTables, rowsInMove, rowsOfMerchant } from "../db/merchant-rows.ts";
import { type FencedMerchant, LOCK_NOT_AVAILABLE, OTHER_COMMAND, openFence, waitForWrites } from "./fence.ts";
import { parkRows } from "./park.ts";
import { MoveRefusedError } from "./types.ts";

/** Rows that say what happened in this cell, also of a copy that was taken back. */
const kept: ReadonlySet<string> = new Set(["actor_origins", "audit_log", "merchant_moves"]);

/**
 * What rows refer to that stay when a merchant leaves: they cannot be removed, and are written over when it comes back. Nowhere is one of
 * them ever deleted.
 */
const writtenOver: ReadonlySet<string> = new Set(["merchants", "merchant_numbers", "kyb_dossiers", "notes"]);

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

/**
 * The same where the merchant had been before: a newer copy of its past does no harm there, and its fence stands, so the copy stays.
 */
export async function keepCopy(
  db: Database,
  merchant: FencedMerchant,
  andThen: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForCopy(tx, merchant);
    await andThen(tx);
  });
  // Its loops must find nothing in it.
  await parkRows(db, merchant);
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

/**
 * With `tx`, makes room for the copy of a merchant that comes back: removes the rows that it left here, and what loops have made from them.
 * What stayed, such as its people and the log of requests, stays. Until `tx` ends nobody writes its rows.
 */
export async function makeRoom(tx: Transaction, merchant: FencedMerchant): Promise<void> {
  await waitForCopy(tx, merchant);
  await openFence(tx, merchant);
  await deleteRows(
    tx,
    merchant,
    (table) => ["moves", "again"].includes(rowsInMove[table] ?? "") && !writtenOver.has(table),
  );
}

async function deleteCopy(tx: Transaction, merchant: FencedMerchant): Promise<void> {
  const isDeleted = (table: string) => !kept.has(table) && rowsInMove[table] !== "shared";
  await deleteRows(tx, merchant, (table) => table !== "merchants" && isDeleted(table));
  await tx.query({ text: "delete from merchants where id = $1", values: [merchant.merchantId] });
}

/** Deletes the merchant's rows of some tables, children first. */
async function deleteRows(
  tx: Transaction,
  { numbers }: FencedMerchant,
  isDeleted: (table: string) => boolean,
): Promise<void> {
  const moving: ReadonlySet<string> = new Set(movingTables);
  const made = (await childrenFirst(tx)).filter((table) => !moving.has(table));
  for (const table of [...made, ...movingTables.toReversed()].filter(isDeleted))
    for (const number of numbers)
      await tx.query({
        text: `delete from ${table} t where ${rowsOfMerchant(table)}`,
        values: [number],
      });
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
