import type { Transaction } from "./database.ts";
import { ownChannel } from "./notifier.ts";
import { onceIn } from "./once.ts";

/**
 * Notifies every instance that listens on `channel`, once the transaction has committed. Messages can be lost while a
 * listener reconnects, so what they refresh also has a short lifetime. PostgreSQL sends equal ones of a transaction once.
 */
export async function notify(tx: Transaction, channel: string, payload = ""): Promise<void> {
  await onceIn(tx, `notify ${channel} ${payload}`, () =>
    tx.query({ text: `select pg_notify(${ownChannel("$1::text")}, $2)`, values: [channel, payload] }),
  );
}
