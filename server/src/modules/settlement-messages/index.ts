import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { SettlementMessages } from "../../providers/settlement-messages.ts";
import { queueSecondCredit } from "../bank-files/index.ts";
import { findMessage, insertMessage, isSettledTwice, lockPayment } from "./store.ts";

/** The store of banks' messages, for the connectors that need one. */
export function createSettlementMessages({
  db,
  clock,
  ids,
  keyring,
  log,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
}): SettlementMessages {
  return {
    remember: (accountId, message) =>
      db.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        await lockPayment(tx, accountId, message.ownId);
        const outcome = await insertMessage(tx, accountId, message, nowMs);
        if (outcome !== "new" || message.status !== "SETTLED") return outcome !== "not_ours";
        // A payment is settled once: a person gives the second money back, or to the payment that was meant.
        if (await isSettledTwice(tx, accountId, message)) {
          const { id: messageId, ownId, amount, occurredAtMs } = message;
          const transactionId = message.transactionId ?? messageId;
          const credit = { messageId, ownId, transactionId, amount, occurredAtMs };
          const account = accountId as Id<"providerAccount">;
          await queueSecondCredit(tx, { ids, keyring }, { ...credit, accountId: account }, nowMs);
          log.error("settlement_message.second", { accountId, messageId, reference: ownId });
        }
        return true;
      }),
    find: (accountId, ownId) => findMessage(db, accountId, ownId),
  };
}
