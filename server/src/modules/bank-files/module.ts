import type { Logger } from "../../kit/logger.ts";
import type { Module } from "../module.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import { createBankEntries } from "./entries.ts";
import { type BankFilesDeps, createBankFiles } from "./files.ts";
import { createBankFileRoutes } from "./routes.ts";
import { createEntryTeller } from "./tell.ts";

export interface BankFilesModuleDeps extends Omit<BankFilesDeps, "wakeTeller"> {
  readonly log: Logger;
  /** Those of charges, refunds and payouts. */
  readonly receivers: readonly CallbackReceiver[];
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export function createBankFilesModule(deps: BankFilesModuleDeps): Module {
  const teller = createEntryTeller(deps);
  const wakeTeller = deps.registerWork("bank_entries", teller.wake);
  const files = createBankFiles({ ...deps, wakeTeller });
  return {
    routes: createBankFileRoutes(files, createBankEntries(deps)),
    jobs: { bankEntries: teller },
    dueJobs: [teller],
  };
}
