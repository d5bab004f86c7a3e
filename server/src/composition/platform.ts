import { type BatchWriters, openBatchWriters } from "../batch-writers.ts";
import type { Database } from "../db/database.ts";
import { forgetOldKeys } from "../http/idempotency.ts";
import {
  type Admission,
  createAdmission,
  createRateLimiter,
  forgetCounters,
  liftedLimiter,
  type RateLimiter,
} from "../http/limits/index.ts";
import type { MovedMerchants } from "../http/moved-merchants.ts";
import { createOverload, type Overload } from "../http/overload/index.ts";
import type { Egress } from "../http-out/index.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { CellCode } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import { createIdSource, type IdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import type { Random } from "../kit/random.ts";
import { defaultKeptDays, type KeptDays } from "../kit/retention.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { createMovedMerchants } from "./moved-merchants.ts";
import type { AppPorts, AppSettings } from "./ports.ts";
import { createSessionNews, type SessionNews } from "./session-news.ts";
import { createWorkSignals, type WorkSignals } from "./work-signals.ts";

const KEYS_INTERVAL_MS = 60_000;
const COUNTERS_INTERVAL_MS = 30_000;

/** The resources that all modules share. */
export interface Platform {
  readonly db: Database;
  /** Connections reserved for payments. */
  readonly payersDb: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  /** The cell of the keyring; null: the default one. */
  readonly cell: CellCode | null;
  readonly log: Logger;
  readonly egress: Egress;
  /** Undefined: traces are off. */
  readonly tracing: Tracing | undefined;
  readonly publicUrl: string;
  readonly keptDays: KeptDays;
  readonly batchWriters: BatchWriters;
  readonly limiter: RateLimiter;
  readonly admission: Admission;
  /** Undefined: no load shedding. */
  readonly overload: Overload | undefined;
  readonly signals: WorkSignals;
  readonly sessionNews: SessionNews;
  /** Which merchants live in another cell now, and the loop that reads it. */
  readonly left: { readonly moved: MovedMerchants; readonly loop: Loop };
  /** Maintenance of the platform's own tables. */
  readonly jobs: Readonly<Record<string, Loop>>;
}

export function createPlatform(ports: AppPorts, settings: AppSettings): Platform {
  const { db, payersDb = db, clock, random, keyring, log, egress, tracing } = ports;
  const { publicUrl, limits, alone = false } = settings;
  const keptDays: KeptDays = { ...defaultKeptDays, ...settings.keptDays };
  const batchWriters =
    ports.openBatchWriters?.() ?? openBatchWriters(ports.connectBatchWriter, log, settings.batchWriterCount);
  const limiter =
    limits === null
      ? liftedLimiter
      : createRateLimiter({ limits, clock, keyring, log, batchWriter: batchWriters.limits });
  const maintenance = (name: string, intervalMs: number, run: (nowMs: number) => Promise<number>): Loop =>
    createLoop({ name, intervalMs, clock, log, run });
  return {
    db,
    payersDb,
    clock,
    random,
    ids: createIdSource(clock, random),
    keyring,
    cell: keyring.cell,
    log,
    egress,
    tracing,
    publicUrl,
    keptDays,
    batchWriters,
    limiter,
    admission: createAdmission(limiter, keyring),
    overload:
      settings.shedsLoad === true
        ? createOverload({ log, random, databaseDelayMs: batchWriters.waitingMs })
        : undefined,
    signals: createWorkSignals(db, alone),
    sessionNews: createSessionNews(db, alone),
    left: createMovedMerchants({ db, clock, keyring, log }),
    jobs: {
      idempotencyKeys: maintenance("idempotency_keys", KEYS_INTERVAL_MS, (nowMs) =>
        forgetOldKeys(db, nowMs, keptDays.idempotencyKeys),
      ),
      // Without limits there are no counters to delete.
      ...(limits === null
        ? {}
        : { limits: maintenance("limits", COUNTERS_INTERVAL_MS, (nowMs) => forgetCounters(db, nowMs)) }),
    },
  };
}
