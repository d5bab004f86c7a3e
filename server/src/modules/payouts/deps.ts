import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Merchants } from "../merchants/index.ts";
import type { PaymentTrace } from "../payment-steps/index.ts";
import type { OnResolution, ProviderCaller } from "../payments/index.ts";
import type { Routing } from "../routing/index.ts";

export interface PayoutWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Called when an unknown outcome has become known. */
  readonly onResolution?: OnResolution;
  readonly merchants: Pick<Merchants, "profile" | "gate">;
  readonly routing: Pick<Routing, "snapshotFor">;
  readonly provider: ProviderCaller;
  /** Notes which account was chosen, and why the others were not. */
  readonly trace?: PaymentTrace;
  /** A new id of an operation in a provider's own form; null where it takes our reference. */
  readonly newOwnId: (provider: string) => string | null;
  /** Called after a commit that wrote deliveries. */
  readonly wakeWebhooks: () => void;
}

export interface PayoutsDeps
  extends Pick<PayoutWorkerDeps, "db" | "clock" | "ids" | "keyring" | "merchants" | "wakeWebhooks"> {
  /** Waiting time between the verification of a beneficiary and the first live payout, in milliseconds. */
  readonly coolOffMs: number;
  /** Called after a commit that made work due for the worker. */
  readonly wakeWorker: () => void;
  readonly withdrawTransfer: WithdrawTransfer;
}

/**
 * Takes a transfer back that waits at an account and has not left, in the caller's transaction. False: it has left, or
 * such transfers do not wait at this account.
 */
export type WithdrawTransfer = (
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownId: string,
  nowMs: number,
) => Promise<boolean>;
