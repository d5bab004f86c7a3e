import type { Transaction } from "./database.ts";

/**
 * Tells every instance that listens on `channel`, once the transaction has committed. Messages can be lost while a
 * listener reconnects: what they refresh also has a short life of its own.
 */
export async function notify(tx: Transaction, channel: string, payload = ""): Promise<void> {
  await tx.query({ text: "select pg_notify($1, $2)", values: [channel, payload] });
}
