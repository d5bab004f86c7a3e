import type { Providers } from "../../providers/registry.ts";
import type { ChangeRequests } from "../change-requests/index.ts";
import type { Module } from "../module.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import type { Routing } from "../routing/index.ts";
import { createBatchRoutes } from "./batch-routes.ts";
import { createPayoutBatches } from "./batches.ts";
import { createBeneficiaries } from "./beneficiaries.ts";
import { COOL_OFF_MS } from "./beneficiary-rules.ts";
import { type BookReturn, createBookReturn } from "./book-return.ts";
import { createPayoutControl } from "./control.ts";
import type { PayoutWorkerDeps, WithdrawTransfer } from "./deps.ts";
import { createAccountFiller } from "./jobs/fill-accounts.ts";
import { createPayoutWorker, type PayoutWorker } from "./jobs/send-payouts.ts";
import { createBeneficiaryVerifier } from "./jobs/verify-beneficiaries.ts";
import { createAskName } from "./name-check.ts";
import { createPayoutControlRoutes } from "./operator-routes.ts";
import { createOwnApproval } from "./own-approval.ts";
import { ownApprovalRoutes } from "./own-approval-routes.ts";
import { createPayoutCallbacks } from "./payout-callbacks.ts";
import { createPayouts, type Payouts } from "./payouts.ts";
import { createBeneficiaryRoutes, createPayoutRoutes } from "./routes.ts";

export interface PayoutsModuleDeps extends PayoutWorkerDeps {
  readonly routing: Routing;
  readonly providers: Providers;
  readonly changes: ChangeRequests;
  readonly withdrawTransfer: WithdrawTransfer;
  /** See `PayoutsDeps`; a day when absent. */
  readonly coolOffMs?: number | undefined;
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export interface PayoutsModule extends Module {
  readonly payouts: Payouts;
  readonly worker: PayoutWorker;
  readonly callbacks: CallbackReceiver;
  readonly bookReturn: BookReturn;
}

export function createPayoutsModule(deps: PayoutsModuleDeps): PayoutsModule {
  const { coolOffMs = COOL_OFF_MS } = deps;
  const worker = createPayoutWorker(deps);
  const wakeWorker = deps.registerWork("payouts", worker.wake);
  const writing = { ...deps, coolOffMs, wakeWorker };
  const askName = createAskName(deps);
  const payouts = createPayouts(writing);
  const batches = createPayoutBatches(writing);
  const beneficiaries = createBeneficiaryVerifier(writing, askName);
  return {
    payouts,
    worker,
    bookReturn: createBookReturn(deps, payouts),
    callbacks: createPayoutCallbacks({ ...deps, wake: wakeWorker }),
    routes: [
      ...createBeneficiaryRoutes(createBeneficiaries(writing, askName)),
      ...createPayoutRoutes(payouts),
      ...createBatchRoutes(batches),
      ...ownApprovalRoutes(createOwnApproval(writing, payouts)),
      ...createPayoutControlRoutes(createPayoutControl(writing, payouts)),
    ],
    jobs: {
      payoutBatches: batches.loop,
      payouts: worker,
      beneficiaries,
      beneficiaryAccounts: createAccountFiller(deps),
    },
    dueJobs: [beneficiaries, batches.loop, worker],
  };
}
