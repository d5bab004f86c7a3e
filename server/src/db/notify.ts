import type { Transaction } from "./database.ts";
import { ownChannel } from "./notifier.ts";

/**
 * Notifies every instance that listens on `channel`, once the transaction has committed. Messages can be lost while a
 * listener reconnects, so what they refresh also has a short lifetime.
 */
export async function notify(tx: Transaction, channel: string, payload = ""): Promise<void> {
  await tx.query({ text: `select pg_notify(${ownChannel("$1::text")}, $2)`, values: [channel, payload] });
}
