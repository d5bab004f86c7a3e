import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import { findUntold, markTold } from "./store.ts";
import type { BankEntry } from "./types.ts";

const TOLD_PER_ROUND = 50;
const INTERVAL_MS = 60_000;

export interface NotifierDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Those of charges, refunds and payouts. */
  readonly receivers: readonly CallbackReceiver[];
}

/**
 * Tells operations of their movements, as a provider's callback would: each is then queried, and its connector finds the
 * movement. An operation whose movement was not told before a crash is told by the next round.
 */
export function createEntryNotifier({ db, clock, log, receivers }: NotifierDeps): Loop {
  const tell = async ({ providerAccountId, ownId }: Pick<BankEntry, "providerAccountId" | "ownId">) => {
    if (ownId === null) return;
    for (const receiver of receivers) {
      const heard = await receiver.hear(providerAccountId, { by: "own_id", value: ownId }, null);
      if (heard === null || heard === "forged" || "away" in heard) continue;
      await heard.question;
      return;
    }
    log.error("bank_entry.operation.missing", { accountId: providerAccountId });
  };

  return createLoop({
    name: "bank_entries",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async () => {
      let told = 0;
      for (const entry of await findUntold(db, TOLD_PER_ROUND)) {
        try {
          await tell(entry);
          await markTold(db, entry);
          told += 1;
        } catch (error) {
          // The next round tells it again.
          log.error("bank_entry.not_told", { entryId: publicId("bankEntry", entry.id), error });
        }
      }
      return told;
    },
  });
}
