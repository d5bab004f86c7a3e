import type { Transaction } from "./database.ts";

const done = new WeakMap<Transaction, Set<string>>();

/**
 * Runs `work` unless this transaction has run it under this key: a lock that is held until its end, a notification that is sent once
 * at its end. What fails ends the transaction, so nothing is remembered that did not happen; a retry is another transaction.
 */
export async function onceIn(tx: Transaction, key: string, work: () => Promise<unknown>): Promise<void> {
  const keys = done.get(tx) ?? new Set();
  done.set(tx, keys);
  if (keys.has(key)) return;
  keys.add(key);
  await work();
}
