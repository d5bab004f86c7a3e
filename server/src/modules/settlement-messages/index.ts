import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { SettlementMessages } from "../../providers/settlement-messages.ts";
import { findMessage, insertMessage, isSettledTwice } from "./store.ts";

/** The store of banks' messages, for the connectors that need one. */
export function createSettlementMessages({
  db,
  clock,
  log,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): SettlementMessages {
  return {
    remember: async (accountId, message) => {
      const isOurs = await insertMessage(db, accountId, message, clock.nowMs());
      if (!isOurs || message.status !== "SETTLED") return isOurs;
      // A payment is settled once: the second money has to be given back by a person.
      if (await isSettledTwice(db, accountId, message)) {
        log.error("settlement_message.second", {
          accountId,
          messageId: message.id,
          reference: message.ownId,
        });
      }
      return true;
    },
    find: (accountId, ownId) => findMessage(db, accountId, ownId),
  };
}
