import type { Database, Transaction } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { nextStatus } from "../../kit/state-machine.ts";
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
import { type EndpointKey, lockHealth, writeHealth } from "./store.ts";

export interface RecorderDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Logger;
  /** Called after each batch: endpoints have room again, events may have been written. */
  readonly onWritten: () => void;
}

/** Writes what came of deliveries. */
export interface Recorder {
  /** Hands a result over; it is written with the others that wait. */
  add(delivery: ClaimedDelivery, sent: Sent): void;
  /** Resolves when everything handed over so far is written, or given up. */
  settled(): Promise<void>;
}

/** Results in one transaction at most. */
const BATCH_MAX = 500;

interface Finished {
  readonly delivery: ClaimedDelivery;
  readonly sent: Sent;
  readonly verdict: Verdict;
  readonly record: AttemptRecord;
}

/**
 * One batch is written at a time, and what ends meanwhile forms the next: no timer, and under load many results share one
 * commit. Results of a batch that cannot be written are dropped: their leases end, and they are delivered again.
 */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { db, ids, random, log, onWritten } = deps;
  let waiting: Finished[] = [];
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      try {
        await db.transaction((tx) => writeBatch(tx, deps, batch));
      } catch (error) {
        log.error("webhook.results.lost", { count: batch.length, error });
      }
      onWritten();
    }
    writing = null;
  };

  return {
    add: (delivery, sent) => {
      const verdict = judge(sent.outcome, delivery.retryStep, sent.atMs, random.unit());
      waiting.push({ delivery, sent, verdict, record: recordOf(ids, delivery, sent, verdict) });
      writing ??= write();
    },
    settled: async () => {
      while (writing !== null) await writing;
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
    durationMs: sent.durationMs,
    atMs: sent.atMs,
  };
}

/** Deliveries first, then endpoints: the order of locks in every process. */
async function writeBatch(tx: Transaction, deps: RecorderDeps, batch: readonly Finished[]): Promise<void> {
  await recordAttempts(
    tx,
    batch.map(({ record }) => record),
  );
  const lastAtMs = Math.max(...batch.map(({ sent }) => sent.atMs));
  const accepted = batch.filter(({ delivery, verdict }) => delivery.ordered && verdict.event === "accept");
  if (accepted.length > 0) {
    await wakeSuccessors(
      tx,
      accepted.map(({ delivery }) => delivery),
      lastAtMs,
    );
  }
  await writeHealthOf(tx, deps, batch);
  const gone = keysOf(batch.filter(({ verdict }) => verdict.gone));
  if (gone.length > 0) {
    await disableEndpoints(tx, deps, gone, { reason: "GONE", nowMs: lastAtMs, failingBeforeMs: null });
  }
}

/** An endpoint that worked and works has nothing to write: the usual case costs nothing. */
async function writeHealthOf(
  tx: Transaction,
  { log }: RecorderDeps,
  batch: readonly Finished[],
): Promise<void> {
  const telling = batch.filter(({ delivery, verdict }) => delivery.failing || verdict.event !== "accept");
  if (telling.length === 0) return;
  const before = await lockHealth(tx, keysOf(telling));
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
  await writeHealth(tx, after);
}

function keysOf(batch: readonly Finished[]): readonly EndpointKey[] {
  const keys = new Map(
    batch.map(({ delivery: { merchantNo, endpointId } }) => [endpointId, { merchantNo, id: endpointId }]),
  );
  return [...keys.values()];
}
