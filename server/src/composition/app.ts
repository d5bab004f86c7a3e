import type { Route } from "../http/route.ts";
import type { HttpServer } from "../http/server.ts";
import type { Loop } from "../jobs/loop.ts";
import type { IdSource } from "../kit/ids.ts";
import type { Snapshot } from "../metrics/measure.ts";
import type { Access } from "../modules/access/index.ts";
import type { Checkout } from "../modules/checkout/index.ts";
import type { Links } from "../modules/links/index.ts";
import type { Merchants } from "../modules/merchants/index.ts";
import type { Onboarding } from "../modules/onboarding/index.ts";
import type { Operators } from "../modules/operators/index.ts";
import type { PaymentEngine } from "../modules/payments/index.ts";
import type { Payouts } from "../modules/payouts/index.ts";
import type { Persons } from "../modules/persons/index.ts";
import type { Routing } from "../modules/routing/index.ts";

/** The composed program: what the process, the seed and the tests use of it. */
export interface App {
  readonly http: HttpServer;
  readonly routes: readonly Route[];
  readonly checkout: Checkout;
  readonly payments: PaymentEngine;
  readonly links: Links;
  readonly payouts: Payouts;
  readonly access: Access;
  readonly operators: Operators;
  readonly persons: Persons;
  readonly merchants: Merchants;
  readonly onboarding: Onboarding;
  readonly routing: Routing;
  readonly ids: IdSource;
  /** Number of sessions that status requests are waiting for. */
  waiting(): number;
  /** Resolves when every query that a provider's callback started has ended. */
  callbacksSettled(): Promise<void>;
  /** Background loops by name: `start` begins all of them, tests run single rounds. */
  readonly loops: Readonly<Record<string, Loop>>;
  /** Those of the loops that process what has become due. */
  readonly dueLoops: readonly Loop[];
  /** The gauges that are read from the database. Two readers at once share one reading. */
  readGauges(): Promise<Snapshot>;
  /** Begins the loops that every process runs, also one that only answers requests. */
  startReports(): void;
  startWork(): void;
  /** Finishes what is in flight, in the order that loses nothing: requests, background work, batch writers. */
  stop(): Promise<void>;
}
