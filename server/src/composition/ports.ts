import type { BatchWriters } from "../batch-writers.ts";
import type { BatchConnection } from "../db/batch-writer.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { ReadinessChecks } from "../http/health.ts";
import type { Limits } from "../http/limits/index.ts";
import type { Egress } from "../http-out/index.ts";
import type { CheckConnection } from "../invariants/index.ts";
import type { Clock } from "../kit/clock.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import type { Mailer } from "../kit/mailer.ts";
import type { Random } from "../kit/random.ts";
import type { KeptDays } from "../kit/retention.ts";
import type { DrawingOptions } from "../modules/logos/index.ts";
import type { WebhookWorker, WebhookWorkerDeps } from "../modules/webhooks/index.ts";
import type { Provider } from "../providers/provider.ts";
import type { Tracing } from "../tracing/tracing.ts";

/** The application's dependencies on the outside: tests and the simulation replace them. */
export interface AppPorts {
  readonly db: Database;
  /** Connections reserved for payments, so that merchants' lists cannot take them all; `db` when absent. */
  readonly payersDb?: Database;
  /** Opens a connection for a batch writer. */
  readonly connectBatchWriter: (name: string) => Promise<BatchConnection>;
  /** Opens a connection with a long statement timeout, for the invariants; they use `db` when absent. */
  readonly connectChecks?: () => Promise<CheckConnection>;
  /** Opens the way of their long checks to a replica, or to the given connection; absent where there is no replica. */
  readonly connectReplicaChecks?: (own: Queryable) => Promise<CheckConnection>;
  /** The readiness check of the disk; unchecked when absent. */
  readonly storageTrouble?: () => Promise<string | null>;
  /** Starts the webhook worker; when absent, it runs in this thread. */
  readonly openWebhookWorker?: (deps: WebhookWorkerDeps) => WebhookWorker;
  /** How merchants' logos are drawn; when absent, in this program's compiled thread. */
  readonly drawing?: DrawingOptions;
  /** Replaces our batch writers by another kind, for comparative measurements. */
  readonly openBatchWriters?: () => BatchWriters;
  readonly clock: Clock;
  /** Monotonic milliseconds, not affected when the clock is set; the machine's own when absent. */
  readonly monotonicMs?: () => number;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly egress: Egress;
  /** Takes spans; absent: traces are off. */
  readonly tracing?: Tracing | undefined;
  /** Hands mails to a mail server. When absent, a sandbox keeps its mails on a page, and production sends none. */
  readonly mailer?: Mailer;
  /** Adds connectors to the product's own, or wraps them; the product's own when absent. */
  readonly connectors?: (own: readonly Provider[]) => readonly Provider[];
}

export interface AppSettings {
  /** Address of the service as payers and merchants see it. */
  readonly publicUrl: string;
  /** Address of this process, for the simulator that runs inside it. */
  readonly ownUrl: string;
  readonly batchWriterCount: number;
  /** No other process works on this database, so no notifications between processes are needed. */
  readonly alone?: boolean;
  readonly trustedProxies: readonly string[];
  /** Whether the provider simulator and the sandbox's tools exist; they do when absent. Never in production. */
  readonly hasSimulator?: boolean;
  /** Only this machine can reach the service, so the simulator's pages may show the payers' PINs. */
  readonly isPrivate?: boolean;
  /** Why LIVE keys are refused here, in a few words; null or absent accepts them. */
  readonly refuseLiveKeys?: string | null;
  /** Whether providers' addresses may be http to this machine, for stand-ins; false when absent. */
  readonly allowsLocalProviders?: boolean;
  /** Waiting time before the first live payout to a beneficiary, in milliseconds; a day when absent. */
  readonly beneficiaryCoolOffMs?: number;
  /** How long what has an end is kept, where it differs from the defaults. */
  readonly keptDays?: Partial<KeptDays>;
  /** The one folder under which accounts exchange files with their banks; without it they may name none. */
  readonly bankFilesDir?: string;
  /** Readiness checks in addition to the database. */
  readonly readiness?: ReadinessChecks;
  /** Rate limits; null lifts them all. */
  readonly limits: Limits | null;
  /** Whether load shedding is on: requests beyond what can be answered in time are refused. */
  readonly shedsLoad?: boolean;
  /** Whether operators without a second factor may do nothing but set one up. */
  readonly requireSecondFactor?: boolean;
  readonly version: string;
}
