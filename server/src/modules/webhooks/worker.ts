import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { NetworkExit } from "../../http-out/index.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import {
  type ClaimedDelivery,
  cancelDeliveries,
  claimDeliveries,
  FIRST_ENDPOINT,
  findDueEndpoints,
} from "./delivery-store.ts";
import { disableEndpoints } from "./disable.ts";
import { createRecorder } from "./recorder.ts";
import { FAILING_MS_MAX } from "./rules.ts";
import { createSender, SEND_TIMEOUT_MS, type Sent } from "./send.ts";
import { findFailingEndpoints } from "./store.ts";
import {
  type EndpointLoad,
  loadAfterEnd,
  loadAfterStart,
  newLoad,
  planTurns,
  SLOW_MS,
  type Turn,
} from "./turns.ts";

export interface WebhookWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly exit: Pick<NetworkExit, "guarded">;
  readonly log: Logger;
  /** Whole exchange with a receiver. Tests shorten it. */
  readonly timeoutMs?: number;
}

/** Sends deliveries that are due. Any number of processes may run one. */
export interface WebhookWorker {
  start(): void;
  /** Events were committed in this process: look at once instead of at the next poll. */
  notifyNewDeliveries(): void;
  /** One round, its answers awaited and written: how many deliveries it sent or cancelled. For tests and simulation. */
  runOnce(): Promise<number>;
  /** Takes nothing new and waits a little for what is under way; the rest comes back when its lease ends. */
  stop(): Promise<void>;
}

/** The slow poll: finds retries, and events committed by other processes. */
const POLL_MS = 500;
/** A breath after a small round, so that single events under load are claimed a handful at a time. */
const BREATH_MS = 10;
const SMALL_ROUND = 64;
/** Under way at once towards endpoints that answer quickly, and towards those that fail or are slow. */
const STEADY_IN_FLIGHT_MAX = 512;
const TROUBLED_IN_FLIGHT_MAX = 128;
/** The bound on both together, with those that turned out slow on the way. */
const IN_FLIGHT_MAX = 2_048;
/** Endpoints looked at in a round. */
const LOOK_MAX = 1_000;
const CANCEL_MAX = 1_000;
/** Time beyond the exchange to write the result down. */
const LEASE_MARGIN_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;
const SWEEP_MAX = 100;
const STOP_WAIT_MS = 5_000;
const LOADS_MAX = 10_000;

interface Flight {
  readonly endpointId: Id<"webhookEndpoint">;
  readonly startedMs: number;
  /** Counts against the budget of troubled endpoints. */
  troubled: boolean;
}

export function createWebhookWorker(deps: WebhookWorkerDeps): WebhookWorker {
  const { db, clock, random, ids, log, timeoutMs = SEND_TIMEOUT_MS } = deps;
  const send = createSender({ ...deps, timeoutMs });
  const loads = new Map<Id<"webhookEndpoint">, EndpointLoad>();
  const flights = new Map<Flight, Promise<void>>();
  let lookAfter = FIRST_ENDPOINT;
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const loadOf = (id: Id<"webhookEndpoint">): EndpointLoad => loads.get(id) ?? newLoad;
  const leaseEndsAtMs = (nowMs: number): number => nowMs + timeoutMs + LEASE_MARGIN_MS;
  const recorder = createRecorder({ db, ids, random, log, onWritten: () => loop.wake() });

  const fly = async (flight: Flight, delivery: ClaimedDelivery): Promise<void> => {
    loads.set(flight.endpointId, loadAfterStart(loadOf(flight.endpointId)));
    const sent = await send(delivery).catch((error: unknown): Sent => {
      log.error("webhook.delivery.broken", { deliveryId: delivery.id, error });
      const outcome = { kind: "no_answer", error: "INTERNAL" } as const;
      return { outcome, responseExcerpt: null, durationMs: 0, atMs: clock.nowMs() };
    });
    const answered = sent.outcome.kind === "answer" && sent.outcome.statusCode < 300;
    loads.set(flight.endpointId, loadAfterEnd(loadOf(flight.endpointId), answered, sent.durationMs));
    flights.delete(flight);
    recorder.add(delivery, sent);
  };

  const take = async (turns: readonly Turn[], troubled: boolean, nowMs: number): Promise<number> => {
    const used = [...flights.keys()].filter((flight) => flight.troubled === troubled).length;
    const budget = troubled ? TROUBLED_IN_FLIGHT_MAX : STEADY_IN_FLIGHT_MAX;
    const free = Math.min(budget - used, IN_FLIGHT_MAX - flights.size);
    if (free <= 0 || turns.length === 0) return 0;
    // When the budget is short the first turns get it: each round another endpoint comes first.
    const start = Math.floor(random.unit() * turns.length);
    const turned = [...turns.slice(start), ...turns.slice(0, start)];
    const claimed = await claimDeliveries(db, turned, free, nowMs, leaseEndsAtMs(nowMs));
    for (const delivery of claimed) {
      const flight: Flight = { endpointId: delivery.endpointId, startedMs: nowMs, troubled };
      flights.set(flight, fly(flight, delivery));
    }
    return claimed.length;
  };

  /** Who is overdue gives its place in the steady budget back: endpoints that hang cannot hold up the others. */
  const markOverdue = (nowMs: number): void => {
    for (const flight of flights.keys()) {
      if (flight.troubled || nowMs - flight.startedMs <= SLOW_MS) continue;
      flight.troubled = true;
      loads.set(flight.endpointId, { ...loadOf(flight.endpointId), slow: true });
    }
  };

  const sweep = async (nowMs: number): Promise<void> => {
    if (nowMs - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    const failingBeforeMs = nowMs - FAILING_MS_MAX;
    const failing = await findFailingEndpoints(db, failingBeforeMs, SWEEP_MAX);
    if (failing.length > 0) {
      const disabling = { reason: "FAILING", nowMs, failingBeforeMs } as const;
      await db.transaction((tx) => disableEndpoints(tx, { ids, log }, failing, disabling));
    }
    // Memory of idle endpoints is only a head start: it may be lost.
    if (loads.size > LOADS_MAX) {
      for (const [id, { inFlight }] of loads) if (inFlight === 0) loads.delete(id);
    }
  };

  const round = async (nowMs: number): Promise<number> => {
    markOverdue(nowMs);
    await sweep(nowMs);
    const { endpoints, nextAfter } = await findDueEndpoints(db, lookAfter, LOOK_MAX, nowMs);
    lookAfter = nextAfter;
    const plan = planTurns(endpoints, loadOf, nowMs);
    const cancelled =
      plan.disabled.length === 0
        ? 0
        : await cancelDeliveries(db, plan.disabled, CANCEL_MAX, nowMs, leaseEndsAtMs(nowMs));
    const steady = await take(plan.steady, false, nowMs);
    return cancelled + steady + (await take(plan.troubled, true, nowMs));
  };

  const loop = createLoop({
    name: "webhooks",
    intervalMs: POLL_MS,
    run: async (nowMs) => {
      const done = await round(nowMs);
      if (done < SMALL_ROUND) await sleep(BREATH_MS);
      return done;
    },
    clock,
    log,
  });

  const settled = async (): Promise<void> => {
    while (flights.size > 0) await Promise.all(flights.values());
    await recorder.settled();
  };

  return {
    start: () => loop.start(),
    notifyNewDeliveries: () => loop.wake(),
    runOnce: async () => {
      const done = await round(clock.nowMs());
      await settled();
      return done;
    },
    stop: async () => {
      await loop.stop();
      const deadline = new AbortController();
      await Promise.race([
        settled(),
        sleep(STOP_WAIT_MS, undefined, { signal: deadline.signal }).catch(() => {}),
      ]);
      deadline.abort();
    },
  };
}
