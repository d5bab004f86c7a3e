import type { ChangeDefiner } from "../change-requests/index.ts";
import type { Module } from "../module.ts";
import { createCutOffLoop } from "./cut-off-loop.ts";
import { createPayoutFiles } from "./files.ts";
import { createOrderNotifier, type NotifierDeps } from "./notify.ts";
import { createRelease } from "./release.ts";
import { createPayoutFileRoutes } from "./routes.ts";
import { createFileWriter, type WriterDeps } from "./write-files.ts";

export interface PayoutFilesModuleDeps extends NotifierDeps, WriterDeps {
  readonly changes: ChangeDefiner;
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export interface PayoutFilesModule extends Module {
  /** After a commit that changed orders. */
  readonly wakeNotifier: () => void;
}

export function createPayoutFilesModule(deps: PayoutFilesModuleDeps): PayoutFilesModule {
  const cutOff = createCutOffLoop(deps);
  const writer = createFileWriter(deps);
  const notifier = createOrderNotifier(deps);
  const wakeWriter = deps.registerWork("payout_files_write", writer.wake);
  const wakeNotifier = deps.registerWork("transfer_orders", notifier.wake);
  const files = createPayoutFiles({ ...deps, wakeNotifier });
  return {
    wakeNotifier,
    routes: createPayoutFileRoutes(files, createRelease({ ...deps, wakeWriter })),
    jobs: { payoutFilesCutOff: cutOff, payoutFilesWrite: writer, transferOrders: notifier },
    dueJobs: [cutOff, writer, notifier],
  };
}
