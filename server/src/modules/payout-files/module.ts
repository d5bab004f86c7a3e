import type { ChangeDefiner } from "../change-requests/index.ts";
import type { Module } from "../module.ts";
import { createCutOffLoop } from "./cut-off-loop.ts";
import { createPayoutFiles } from "./files.ts";
import { createRelease } from "./release.ts";
import { createPayoutFileRoutes } from "./routes.ts";
import { createOrderTeller, type TellerDeps } from "./tell-orders.ts";
import { createFileWriter, type WriterDeps } from "./write-files.ts";

export interface PayoutFilesModuleDeps extends TellerDeps, WriterDeps {
  readonly changes: ChangeDefiner;
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export interface PayoutFilesModule extends Module {
  /** After a commit that changed orders. */
  readonly wakeTellers: () => void;
}

export function createPayoutFilesModule(deps: PayoutFilesModuleDeps): PayoutFilesModule {
  const cutOff = createCutOffLoop(deps);
  const writer = createFileWriter(deps);
  const teller = createOrderTeller(deps);
  const wakeWriter = deps.registerWork("payout_files_write", writer.wake);
  const wakeTellers = deps.registerWork("transfer_orders", teller.wake);
  const files = createPayoutFiles({ ...deps, wakeTellers });
  return {
    wakeTellers,
    routes: createPayoutFileRoutes(files, createRelease({ ...deps, wakeWriter })),
    jobs: { payoutFilesCutOff: cutOff, payoutFilesWrite: writer, transferOrders: teller },
    dueJobs: [cutOff, writer, teller],
  };
}
