import type { Clock } from "../../kit/clock.ts";
import type { Id } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import { type EndpointLoad, loadAfterEnd, loadAfterStart, newLoad, SLOW_MS } from "./fair-share.ts";
import type { Sender, Sent } from "./send.ts";

/** Maximum in flight to healthy endpoints, and to endpoints that fail or are slow. */
const HEALTHY_IN_FLIGHT_MAX = 512;
const UNHEALTHY_IN_FLIGHT_MAX = 128;
/** The limit of both together, including those that became slow on the way. */
const IN_FLIGHT_MAX = 2_048;
/**
 * Maximum of unwritten results: when the database falls behind, sending slows down; otherwise leases would end although
 * answers have arrived, and the same events would be sent again.
 */
const UNWRITTEN_MAX = 2_048;
/** Sent per turn of the event loop: between the turns the worker receives the database's answers. */
const SENT_AT_ONCE = 32;
const LOADS_MAX = 10_000;

interface InFlightDelivery {
  readonly delivery: ClaimedDelivery;
  readonly startedMs: number;
  /** Counts against the budget of unhealthy endpoints. */
  unhealthy: boolean;
}

export interface InFlightDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Sender;
  readonly onEnded: (delivery: ClaimedDelivery, sent: Sent) => void;
  /** Number of results waiting to be written. */
  readonly unwritten: () => number;
}

/** The deliveries in flight of this process, and what it knows of their endpoints. */
export interface InFlightDeliveries {
  loadOf(endpointId: Id<"webhookEndpoint">): EndpointLoad;
  /** How many more may be claimed for this budget. */
  room(unhealthy: boolean): number;
  /** Sends them, some per turn of the event loop. */
  start(claimed: readonly ClaimedDelivery[], unhealthy: boolean, nowMs: number): void;
  /** Sends one if its endpoint and the budget have room; returns whether it did. */
  offer(delivery: ClaimedDelivery, nowMs: number): boolean;
  /**
   * Overdue deliveries move to the budget of unhealthy endpoints, so that endpoints that hang cannot starve the others.
   */
  markOverdue(nowMs: number): void;
  /** Drops idle endpoints from memory when there are many: what is known about them only gives a head start. */
  trim(): void;
  /** Resolves when the budget of healthy endpoints has room for this many, or after `waitMs`; returns which. */
  roomFor(count: number, waitMs: number): Promise<boolean>;
  /** Resolves when nothing is in flight. */
  ended(): Promise<void>;
}

export function createInFlightDeliveries(deps: InFlightDeps): InFlightDeliveries {
  const { clock, log, send, onEnded, unwritten } = deps;
  const loads = new Map<Id<"webhookEndpoint">, EndpointLoad>();
  const inFlightDeliveries = new Set<InFlightDelivery>();
  let registered: InFlightDelivery[] = [];
  let unhealthyCount = 0;
  let onEmpty: (() => void)[] = [];
  let onRoom: { readonly count: number; readonly resolveRoom: () => void } | null = null;

  const loadOf = (id: Id<"webhookEndpoint">): EndpointLoad => loads.get(id) ?? newLoad;

  const room = (unhealthy: boolean): number => {
    const used = unhealthy ? unhealthyCount : inFlightDeliveries.size - unhealthyCount;
    const budget = unhealthy ? UNHEALTHY_IN_FLIGHT_MAX : HEALTHY_IN_FLIGHT_MAX;
    return Math.min(budget - used, IN_FLIGHT_MAX - inFlightDeliveries.size, UNWRITTEN_MAX - unwritten());
  };

  const end = (delivering: InFlightDelivery, sent: Sent): void => {
    const { delivery } = delivering;
    const answered = sent.outcome.kind === "answer" && sent.outcome.statusCode < 300;
    loads.set(delivery.endpointId, loadAfterEnd(loadOf(delivery.endpointId), answered, sent.durationMs));
    inFlightDeliveries.delete(delivering);
    if (delivering.unhealthy) unhealthyCount -= 1;
    onEnded(delivery, sent);
    if (onRoom !== null && room(false) >= onRoom.count) onRoom.resolveRoom();
    if (inFlightDeliveries.size > 0) return;
    for (const resolveRoom of onEmpty) resolveRoom();
    onEmpty = [];
  };

  const register = (delivery: ClaimedDelivery, unhealthy: boolean, startedMs: number): InFlightDelivery => {
    const delivering: InFlightDelivery = { delivery, startedMs, unhealthy };
    loads.set(delivery.endpointId, loadAfterStart(loadOf(delivery.endpointId)));
    inFlightDeliveries.add(delivering);
    if (unhealthy) unhealthyCount += 1;
    return delivering;
  };

  const dispatch = (delivering: InFlightDelivery): void => {
    const { delivery } = delivering;
    void send(delivery)
      .catch((error: unknown): Sent => {
        log.error("webhook.delivery.broken", { deliveryId: delivery.id, error });
        const outcome = { kind: "no_answer", error: "INTERNAL" } as const;
        return { outcome, sentTo: null, responseExcerpt: null, durationMs: 0, atMs: clock.nowMs() };
      })
      .then((sent) => end(delivering, sent));
  };

  const dispatchSome = (): void => {
    for (const delivering of registered.slice(0, SENT_AT_ONCE)) dispatch(delivering);
    registered = registered.slice(SENT_AT_ONCE);
    if (registered.length > 0) setImmediate(dispatchSome);
  };

  return {
    loadOf,
    room,
    start: (claimed, unhealthy, nowMs) => {
      const more = claimed.map((delivery) => register(delivery, unhealthy, nowMs));
      if (registered.length === 0 && more.length > 0) setImmediate(dispatchSome);
      registered.push(...more);
    },
    offer: (delivery, nowMs) => {
      const { inFlight, limit, slow } = loadOf(delivery.endpointId);
      if (inFlight >= limit || room(slow) <= 0) return false;
      dispatch(register(delivery, slow, nowMs));
      return true;
    },
    markOverdue: (nowMs) => {
      for (const delivering of inFlightDeliveries) {
        if (delivering.unhealthy || nowMs - delivering.startedMs <= SLOW_MS) continue;
        delivering.unhealthy = true;
        unhealthyCount += 1;
        const { endpointId } = delivering.delivery;
        loads.set(endpointId, { ...loadOf(endpointId), slow: true });
      }
    },
    trim: () => {
      if (loads.size <= LOADS_MAX) return;
      for (const [id, { inFlight }] of loads) if (inFlight === 0) loads.delete(id);
    },
    roomFor: (count, waitMs) =>
      new Promise((resolve) => {
        const resolveRoom = (): void => {
          onRoom = null;
          clearTimeout(timer);
          resolve(room(false) >= count);
        };
        const timer = setTimeout(resolveRoom, waitMs);
        onRoom = { count, resolveRoom };
        if (room(false) >= count) resolveRoom();
      }),
    ended: () =>
      inFlightDeliveries.size === 0 ? Promise.resolve() : new Promise((resolve) => onEmpty.push(resolve)),
  };
}
