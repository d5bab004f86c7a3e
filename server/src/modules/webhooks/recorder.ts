import type { Database, Transaction } from "../../db/database.ts";
import { type IdSource, madeAtMs } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { nextStatus } from "../../kit/state-machine.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import { webhookDelay, webhookDeliveries } from "../../metrics/table.ts";
import {
  type AttemptRecord,
  type ClaimedDelivery,
  recordAttempts,
  wakeSuccessors,
} from "./delivery-store.ts";
import { disableEndpoints } from "./disable.ts";
import { BREAKER_THRESHOLD, judge, nextHealth, type Verdict } from "./rules.ts";
import type { Sent } from "./send.ts";
import { deliveryTransitions } from "./states.ts";
import { type EndpointKey, lockHealth, markVerified, writeHealth } from "./store.ts";

export interface RecorderDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Called after each batch: endpoints have room again. `isDue` when it has made deliveries due. */
  readonly onWritten: (isDue: boolean) => void;
}

/** Writes the results of deliveries. */
export interface Recorder {
  /** Adds a result; it is written together with the others that wait. */
  add(delivery: ClaimedDelivery, sent: Sent): void;
  /** Number of results that are not being written yet. */
  waiting(): number;
  /** Resolves when every result added so far is written or given up. */
  settled(): Promise<void>;
  /** Later results are dropped: the database may be gone, and leases expire. */
  close(): void;
}

/** Maximum results per transaction. */
const BATCH_MAX = 256;
/**
 * Fewer results wait this long for more: writing one costs nearly as much as writing many, and no caller waits for it.
 */
const GATHER_MS = 25;

/** The names in the metrics. */
const results: Readonly<Record<Verdict["event"], string>> = {
  accept: "accepted",
  retry: "retried",
  exhaust: "exhausted",
};

interface Finished {
  readonly delivery: ClaimedDelivery;
  readonly sent: Sent;
  readonly verdict: Verdict;
  readonly record: AttemptRecord;
}

/**
 * One batch is written at a time, and results that arrive meanwhile form the next: under load many results share one
 * commit. Results of a batch that cannot be written are dropped: their leases expire, and they are delivered again.
 */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { ids, random, log, onWritten } = deps;
  const trouble = createTroubleLog({
    log,
    event: "webhook.results.trouble",
    level: "error",
    nowMs: () => performance.now(),
  });
  for (const result of Object.values(results)) webhookDeliveries.add({ result }, 0);
  let waiting: Finished[] = [];
  let writing: Promise<void> | null = null;
  let closed = false;
  /** Ends the wait for more results. */
  let hurry: (() => void) | null = null;

  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        hurry = null;
        resolve();
      };
      const timer = setTimeout(go, GATHER_MS);
      hurry = go;
    });

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      // For an ordered endpoint the next event waits for this result: it is written at once.
      if (waiting.length < BATCH_MAX && !waiting.some(({ delivery }) => delivery.ordered)) await gather();
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      let isDue = false;
      try {
        isDue = await writeBatch(deps, batch);
        trouble.worked();
      } catch (error) {
        trouble.failed(error, { count: batch.length });
      }
      onWritten(isDue);
    }
    writing = null;
  };

  return {
    add: (delivery, sent) => {
      if (closed) return;
      const verdict = judge(sent.outcome, delivery.retryStep, sent.atMs, random.unit());
      webhookDeliveries.add({ result: results[verdict.event] });
      if (verdict.event === "accept") webhookDelay.observe({}, (sent.atMs - madeAtMs(delivery.id)) / 1_000);
      waiting.push({ delivery, sent, verdict, record: recordOf(ids, delivery, sent, verdict) });
      if (delivery.ordered || waiting.length >= BATCH_MAX) hurry?.();
      writing ??= write();
    },
    waiting: () => waiting.length,
    settled: async () => {
      while (writing !== null) {
        hurry?.();
        await writing;
      }
    },
    close: () => {
      closed = true;
    },
  };
}

function recordOf(ids: IdSource, delivery: ClaimedDelivery, sent: Sent, verdict: Verdict): AttemptRecord {
  const { outcome } = sent;
  const statusCode = outcome.kind === "answer" ? outcome.statusCode : null;
  const error =
    outcome.kind === "no_answer" ? outcome.error : verdict.event === "accept" ? null : "HTTP_STATUS";
  return {
    delivery,
    attemptId: ids.uuid(),
    status: nextStatus(deliveryTransitions, "PENDING", verdict.event) ?? "PENDING",
    nextAttemptAtMs: verdict.nextAttemptAtMs,
    statusCode,
    error,
    responseExcerpt: sent.responseExcerpt,
    sentTo: sent.sentTo,
    durationMs: sent.durationMs,
    atMs: sent.atMs,
  };
}

/**
 * Deliveries first, then endpoints: the lock order of every process. When only attempts are to be written, which is the
 * usual case, one statement is the whole transaction. Returns whether it may have made deliveries due.
 */
async function writeBatch(deps: RecorderDeps, batch: readonly Finished[]): Promise<boolean> {
  const records = batch.map(({ record }) => record);
  const accepted = batch.filter(({ delivery, verdict }) => delivery.ordered && verdict.event === "accept");
  const telling = batch.filter(
    ({ delivery, verdict }) => delivery.failing || delivery.unverified || verdict.event !== "accept",
  );
  const proving = batch.filter(({ delivery, verdict }) => delivery.unverified && verdict.event === "accept");
  const gone = keysOf(batch.filter(({ verdict }) => verdict.gone));
  if (accepted.length === 0 && telling.length === 0 && gone.length === 0) {
    await recordAttempts(deps.db, records);
    return false;
  }
  const lastAtMs = Math.max(...batch.map(({ sent }) => sent.atMs));
  await deps.db.transaction(async (tx) => {
    await recordAttempts(tx, records);
    if (accepted.length > 0) {
      await wakeSuccessors(
        tx,
        accepted.map(({ delivery }) => delivery),
        lastAtMs,
      );
    }
    // First, because it locks the endpoints in the order of their keys.
    if (telling.length > 0) await writeHealthOf(tx, deps, batch, keysOf(telling));
    if (proving.length > 0) {
      const pings = proving.map(({ delivery }) => delivery);
      for (const { id } of await markVerified(tx, pings, lastAtMs)) {
        deps.log.info("webhook.endpoint.verified", { endpointId: id });
      }
    }
    if (gone.length > 0) {
      await disableEndpoints(tx, deps, gone, { reason: "GONE", nowMs: lastAtMs, failingBeforeMs: null });
    }
  });
  return accepted.length > 0 || telling.length > 0;
}

/** Only for endpoints that fail, did, or are not verified: a healthy one has nothing to write. */
async function writeHealthOf(
  tx: Transaction,
  { log }: RecorderDeps,
  batch: readonly Finished[],
  endpoints: readonly EndpointKey[],
): Promise<void> {
  const nowMs = Math.max(...batch.map(({ sent }) => sent.atMs));
  const before = await lockHealth(tx, endpoints, nowMs);
  const after = before.map((health) => {
    const signs = batch
      .filter(({ delivery }) => delivery.endpointId === health.id)
      .map(({ sent, verdict }) => ({
        accepted: verdict.event === "accept",
        atMs: sent.atMs,
        pauseUntilMs: verdict.pauseUntilMs,
      }));
    const next = nextHealth(health, signs);
    if (health.failureStreak < BREAKER_THRESHOLD && next.failureStreak >= BREAKER_THRESHOLD) {
      log.warn("webhook.endpoint.paused", { endpointId: health.id, failureStreak: next.failureStreak });
    } else if (health.failureStreak >= BREAKER_THRESHOLD && next.failureStreak < BREAKER_THRESHOLD) {
      log.info("webhook.endpoint.recovered", { endpointId: health.id });
    }
    return { merchantNo: health.merchantNo, id: health.id, ...next };
  });
  await writeHealth(tx, after, nowMs);
}

function keysOf(batch: readonly Finished[]): readonly EndpointKey[] {
  const keys = new Map(
    batch.map(({ delivery: { merchantNo, endpointId } }) => [endpointId, { merchantNo, id: endpointId }]),
  );
  return [...keys.values()];
}
