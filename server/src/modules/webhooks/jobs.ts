import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { Egress } from "../../http-out/index.ts";
import { createLoop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import type { Tracing } from "../../tracing/tracing.ts";
import { cancelDeliveries, cancelOverheld } from "./cancel-store.ts";
import { claimDeliveries, FIRST_ENDPOINT, findDueEndpoints } from "./delivery-store.ts";
import { createDirectDispatch } from "./direct-dispatch.ts";
import { disableEndpoints } from "./disable.ts";
import { type DueEndpoint, planFairShares, type Share } from "./fair-share.ts";
import { createInFlightDeliveries } from "./in-flight.ts";
import { createLeaseIssuer, type SenderCapacity } from "./lease-issuer.ts";
import { giveBackDeliveries, type LeaseDeliveries, type Leased } from "./leases.ts";
import { createLostLeases } from "./lost-leases.ts";
import { createRecorder } from "./recorder.ts";
import { FAILING_MS_MAX } from "./rules.ts";
import { createSender, SEND_TIMEOUT_MS } from "./send.ts";
import { findFailingEndpoints } from "./store.ts";

export interface WebhookWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly egress: Pick<Egress, "guarded">;
  readonly log: Logger;
  /** Timeout of the whole exchange with a receiver. Tests shorten it. */
  readonly timeoutMs?: number;
  /** Absent: traces are off. */
  readonly tracing?: Tracing | undefined;
  /** Called when `capacity` may have changed. */
  readonly onCapacity?: () => void;
}

/** Sends due deliveries. Any number of processes may run one. */
export interface WebhookWorker {
  start(): void;
  /** Events were committed in this process: query at once instead of at the next poll. */
  notifyNewDeliveries(): void;
  /** For statements that write deliveries: while this worker runs, it takes them from there. */
  readonly lease: LeaseDeliveries;
  /** Takes nothing new and waits a little for what is in flight; the rest comes back when its lease ends. */
  stop(): Promise<void>;
}

/** A worker that runs in the thread that holds it. */
export interface LocalWebhookWorker extends WebhookWorker {
  /** The basis for issuing leases elsewhere; null while none may be issued. */
  capacity(): SenderCapacity | null;
  /** Takes deliveries that were written with leases elsewhere. */
  take(leased: readonly Leased[]): void;
  /**
   * One round, with its answers awaited and written; returns how many deliveries it sent or cancelled. For tests and
   * simulation.
   */
  runOnce(): Promise<number>;
}

/** The slow poll finds retries, and events committed by other processes. */
const POLL_MS = 500;
/**
 * Short pause after a small round, so that deliveries of that time are claimed together. A round costs the same for one
 * delivery as for many, and the pause does no harm: the first event after a silence is sent at once.
 */
const BREATH_MS = 20;
const LARGE_ROUND = 128;
/**
 * Maximum claimed in one statement; when more is due than there was room for, the next claim waits until there is room
 * for `CLAIM_MIN`.
 */
const CLAIM_MAX = 256;
const CLAIM_MIN = 128;
const ROOM_WAIT_MS = 100;
/** Endpoints queried per round. */
const LOOK_MAX = 1_000;
const CANCEL_MAX = 1_000;
/** Time beyond the exchange to write the result. */
const LEASE_MARGIN_MS = 10_000;
/** How long a claim or a lease holds. */
export const LEASE_MS = SEND_TIMEOUT_MS + LEASE_MARGIN_MS;
const SWEEP_EVERY_MS = 60_000;
const SWEEP_MAX = 100;
const STOP_WAIT_MS = 5_000;

interface Taken {
  readonly count: number;
  /** Endpoints that have nothing due any more. */
  readonly emptied: ReadonlySet<string>;
}
const nothing: Taken = { count: 0, emptied: new Set() };

export function createWebhookWorker(deps: WebhookWorkerDeps): LocalWebhookWorker {
  const { db, clock, random, ids, keyring, log, timeoutMs = SEND_TIMEOUT_MS, onCapacity = () => {} } = deps;
  let lookAfter = FIRST_ENDPOINT;
  /** The last round had more due than there was room for. */
  let isFull = false;
  /** Something due in the last round was not taken. */
  let isBehind = false;
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const leaseEndsAtMs = (nowMs: number): number => nowMs + timeoutMs + LEASE_MARGIN_MS;
  const releaseLost = createLostLeases(db, leaseEndsAtMs(0));
  const recorder = createRecorder({
    db,
    ids,
    random,
    keyring,
    log,
    // Most results make nothing due: the next poll finds what they postponed.
    onWritten: (isDue) => {
      if (isDue || isBehind) loop.wake();
      onCapacity();
    },
  });
  const send = createSender({ ...deps, timeoutMs });
  const inFlightDeliveries = createInFlightDeliveries({
    clock,
    log,
    send,
    onEnded: (delivery, sent) => {
      recorder.add(delivery, sent);
      directDispatch.roomAt(delivery.endpointId);
      onCapacity();
    },
    unwritten: recorder.waiting,
  });
  const directDispatch = createDirectDispatch({
    clock,
    log,
    inFlightDeliveries,
    timeoutMs,
    giveBack: (leased) => giveBackDeliveries(db, leased),
    onGivenBack: () => loop.wake(),
  });
  const take = (leased: readonly Leased[]): void => {
    directDispatch.take(leased);
    onCapacity();
  };
  const lease = createLeaseIssuer({
    clock,
    leaseMs: leaseEndsAtMs(0),
    capacity: directDispatch.capacity,
    hand: take,
  });

  /** Claims and sends. Returns the endpoints from which everything due was taken. */
  const claim = async (shares: readonly Share[], unhealthy: boolean, nowMs: number): Promise<Taken> => {
    const free = Math.min(inFlightDeliveries.room(unhealthy), CLAIM_MAX);
    if (shares.length === 0) return nothing;
    if (free <= 0) {
      isFull ||= !unhealthy;
      return nothing;
    }
    // When the budget is short the first shares get it, so each round starts with another endpoint.
    const start = Math.floor(random.unit() * shares.length);
    const rotated = [...shares.slice(start), ...shares.slice(0, start)];
    const challenges = rotated.filter(({ verified }) => !verified);
    const pings =
      challenges.length === 0
        ? []
        : await claimDeliveries(db, "pings", challenges, free, nowMs, leaseEndsAtMs(nowMs));
    const others = rotated.filter(({ verified }) => verified);
    const left = free - pings.length;
    const events =
      others.length === 0 || left === 0
        ? []
        : await claimDeliveries(db, "all", others, left, nowMs, leaseEndsAtMs(nowMs));
    const claimed = [...pings, ...events];
    inFlightDeliveries.start(claimed, unhealthy, nowMs);
    isFull ||= !unhealthy && claimed.length === free;
    if (claimed.length === free) return { count: claimed.length, emptied: nothing.emptied };
    const counts = new Map<string, number>();
    for (const { endpointId } of claimed) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    const emptied = shares.filter(({ endpointId, room }) => (counts.get(endpointId) ?? 0) < room);
    return { count: claimed.length, emptied: new Set(emptied.map(({ endpointId }) => endpointId)) };
  };

  /** What is due and was not taken waits for room, and the merchant's fresh deliveries wait behind it. */
  const leaveBehind = (endpoints: readonly DueEndpoint[], taken: readonly Taken[], nowMs: number): void => {
    const left = endpoints.filter(
      ({ endpointId, status, pausedUntilMs }) =>
        status === "ACTIVE" &&
        (pausedUntilMs ?? 0) <= nowMs &&
        !taken.some(({ emptied }) => emptied.has(endpointId)),
    );
    isBehind = left.length > 0;
    // Failing and unverified endpoints get no leases anyway, so they need not hold up their merchant's others.
    const holding = left.filter(({ failureStreak, verified }) => failureStreak === 0 && verified);
    directDispatch.looked(
      holding.map(({ merchantNo }) => merchantNo),
      lookAfter === FIRST_ENDPOINT,
    );
    onCapacity();
  };

  const sweep = async (nowMs: number): Promise<void> => {
    if (nowMs - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    const failingBeforeMs = nowMs - FAILING_MS_MAX;
    const failing = await findFailingEndpoints(db, failingBeforeMs, SWEEP_MAX);
    if (failing.length > 0) {
      const disabling = { reason: "FAILING", nowMs, failingBeforeMs } as const;
      await db.transaction((tx) => disableEndpoints(tx, { ids, keyring, log }, failing, disabling));
    }
    inFlightDeliveries.trim();
  };

  const round = async (nowMs: number): Promise<number> => {
    isFull = false;
    inFlightDeliveries.markOverdue(nowMs);
    await sweep(nowMs);
    await releaseLost(nowMs);
    const { endpoints, overheld, nextAfter } = await findDueEndpoints(db, lookAfter, LOOK_MAX, nowMs);
    lookAfter = nextAfter;
    const plan = planFairShares(endpoints, inFlightDeliveries.loadOf, nowMs);
    const ofDisabled =
      plan.disabled.length === 0
        ? 0
        : await cancelDeliveries(db, plan.disabled, CANCEL_MAX, nowMs, leaseEndsAtMs(nowMs));
    const ofUnverified = overheld.length === 0 ? 0 : await cancelOverheld(db, overheld, CANCEL_MAX, nowMs);
    const healthy = await claim(plan.healthy, false, nowMs);
    const unhealthy = await claim(plan.unhealthy, true, nowMs);
    leaveBehind(endpoints, [healthy, unhealthy], nowMs);
    return ofDisabled + ofUnverified + healthy.count + unhealthy.count;
  };

  const loop = createLoop({
    name: "webhooks",
    intervalMs: POLL_MS,
    run: async (nowMs) => {
      const done = await round(nowMs);
      if (isFull)
        return (await inFlightDeliveries.roomFor(CLAIM_MIN, ROOM_WAIT_MS)) ? Math.max(done, 1) : done;
      if (done < LARGE_ROUND) await sleep(BREATH_MS);
      return done;
    },
    clock,
    log,
  });

  const settled = async (): Promise<void> => {
    await inFlightDeliveries.ended();
    await recorder.settled();
  };

  return {
    start: () => {
      directDispatch.open();
      loop.start();
      onCapacity();
    },
    lease,
    capacity: directDispatch.capacity,
    take,
    notifyNewDeliveries: () => loop.wake(),
    runOnce: async () => {
      const done = await round(clock.nowMs());
      await settled();
      return done;
    },
    stop: async () => {
      const closing = directDispatch.close();
      await loop.stop();
      const deadline = new AbortController();
      await Promise.race([
        closing.then(settled),
        sleep(STOP_WAIT_MS, undefined, { signal: deadline.signal }).catch(() => {}),
      ]);
      deadline.abort();
      recorder.close();
    },
  };
}
