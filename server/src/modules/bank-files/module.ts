import type { Logger } from "../../kit/logger.ts";
import type { ChangeDefiner } from "../change-requests/index.ts";
import type { Module } from "../module.ts";
import type { TakeBack } from "../payments/refunds/index.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import type { BankFolders } from "./bank-folders.ts";
import { createEntryBooking, type EntryBookingDeps } from "./book-entry.ts";
import { createBankEntries } from "./entries.ts";
import { type BankFilesDeps, createBankFiles } from "./files.ts";
import { createEntryNotifier } from "./notify.ts";
import { createBankQueue } from "./queue.ts";
import { createBankFileRoutes } from "./routes.ts";
import { createFolderWatcher } from "./watch-folders.ts";

export interface BankFilesModuleDeps extends Omit<BankFilesDeps, "wakeNotifier"> {
  readonly log: Logger;
  readonly changes: ChangeDefiner;
  readonly takeBack: TakeBack;
  readonly bookBankEntry: EntryBookingDeps["bookBankEntry"];
  readonly proposeDebit: EntryBookingDeps["proposeDebit"];
  readonly folders: BankFolders;
  /** Those of charges, refunds and payouts. */
  readonly receivers: readonly CallbackReceiver[];
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export function createBankFilesModule(deps: BankFilesModuleDeps): Module {
  const notifier = createEntryNotifier(deps);
  const wakeNotifier = deps.registerWork("bank_entries", notifier.wake);
  const files = createBankFiles({ ...deps, wakeNotifier });
  const folders = createFolderWatcher({ ...deps, wakeNotifier });
  const queue = createBankQueue({ ...deps, wakeNotifier });
  return {
    routes: createBankFileRoutes(files, createBankEntries(deps, queue), queue, createEntryBooking(deps)),
    jobs: { bankEntries: notifier, bankFolders: folders },
    dueJobs: [folders, notifier],
  };
}
