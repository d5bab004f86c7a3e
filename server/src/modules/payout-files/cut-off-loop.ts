import { systemActor } from "../../db/audit.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { lastCutOff } from "../../providers/bank-transfer/cut-off.ts";
import { readBankTransferSettings } from "../../providers/bank-transfer/settings.ts";
import { findAccount } from "../bank-files/index.ts";
import type { Routing } from "../routing/index.ts";
import { accountsWithQueue } from "./order-store.ts";
import type { OrdersDeps } from "./orders.ts";
import { prepareFile } from "./prepare.ts";

const INTERVAL_MS = 60_000;

export interface CutOffDeps extends OrdersDeps {
  readonly log: Logger;
  readonly routing: Pick<Routing, "providerAccount">;
}

/**
 * Prepares the files of each account at its cut-off. What was asked for before the last cut-off and waits still belongs
 * into a file, so a cut-off that passed while nothing ran is made up for.
 */
export function createCutOffLoop(deps: CutOffDeps): Loop {
  const { db, clock, log, ids } = deps;
  return createLoop({
    name: "payout_files_cut_off",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      let prepared = 0;
      for (const accountId of await accountsWithQueue(db)) {
        try {
          const account = await findAccount(db, accountId);
          if (account === null) throw new Error("an account is never removed");
          const { settings } = await deps.routing.providerAccount(accountId);
          const untilMs = lastCutOff(readBankTransferSettings(settings).cutOff, nowMs);
          const preparation = { untilMs, preparedBy: null, actor: systemActor };
          const file = await db.transaction((tx) => prepareFile(tx, ids, account, preparation, nowMs));
          if (file !== null) prepared += 1;
        } catch (error) {
          // The other accounts get their files.
          log.error("payout_file.not_prepared", { accountId: publicId("providerAccount", accountId), error });
        }
      }
      return prepared;
    },
  });
}
