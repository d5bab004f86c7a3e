import type { Database } from "../../db/database.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Module } from "../module.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import type { PaymentDeps } from "./deps.ts";
import { directPaymentRoutes } from "./direct/routes.ts";
import { createPaymentEngine, type PaymentEngine } from "./engine.ts";
import { createSettlementWorker } from "./jobs/settle-charges.ts";
import { createResolutionMeter, type OnResolution } from "./outcome/resolution-times.ts";
import {
  createRefundCallbacks,
  createRefunds,
  createRefundsRoutes,
  createRefundWorker,
  type Refunds,
  type RefundWorker,
} from "./refunds/index.ts";
import { createPaymentsRoutes } from "./routes.ts";

export interface PaymentsModuleDeps extends Omit<PaymentDeps, "db" | "onResolution" | "wakeRefunds"> {
  readonly db: Database;
  readonly providers: Providers;
  /** Connections reserved for payments. */
  readonly payersDb: Database;
  /** Returns the function that wakes this work in the process that does it. */
  readonly registerWork: (name: string, wake: () => void) => () => void;
}

export interface PaymentsModule extends Module {
  readonly engine: PaymentEngine;
  readonly refunds: Refunds;
  readonly refundWorker: RefundWorker;
  readonly onResolution: OnResolution;
  /** Callbacks about charges and refunds. */
  readonly callbacks: readonly CallbackReceiver[];
}

export function createPaymentsModule(deps: PaymentsModuleDeps): PaymentsModule {
  const { db, clock, ids, log } = deps;
  const onResolution = createResolutionMeter(deps);
  const refundWorker = createRefundWorker({ ...deps, onResolution });
  const wakeRefunds = deps.registerWork("refunds", refundWorker.wake);
  const refunds = createRefunds({ ...deps, wakeWorker: wakeRefunds });
  const engine = createPaymentEngine({
    ...deps,
    db: deps.payersDb,
    onResolution,
    wakeRefunds,
  });
  const settlements = createSettlementWorker({ db, clock, ids, log });
  return {
    engine,
    refunds,
    refundWorker,
    onResolution,
    callbacks: [engine.callbacks, createRefundCallbacks({ ...deps, db: deps.payersDb, wake: wakeRefunds })],
    routes: [
      ...directPaymentRoutes(engine.direct),
      ...createPaymentsRoutes(deps),
      ...createRefundsRoutes(refunds),
    ],
    jobs: { resolver: engine.resolver, refunds: refundWorker, settlements },
    dueJobs: [engine.resolver, refundWorker, settlements],
    settled: engine.settled,
  };
}
