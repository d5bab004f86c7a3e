import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../kit/clock.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import type { InFlightDeliveries } from "./in-flight.ts";
import type { SenderCapacity } from "./lease-issuer.ts";
import type { Leased } from "./leases.ts";

export interface DirectDispatchDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly inFlightDeliveries: Pick<InFlightDeliveries, "offer" | "room">;
  /** The lease time that must be left when the delivery is sent. */
  readonly timeoutMs: number;
  /** Releases leases early. */
  readonly giveBack: (leased: readonly Leased[]) => Promise<unknown>;
  /** Called when leases were released: a query must find their deliveries. */
  readonly onGivenBack: () => void;
}

/** Passes fresh deliveries from their writers to sending, without a database query. */
export interface DirectDispatch {
  /** From now on leases are issued. */
  open(): void;
  /** The basis on which leases are issued; null when none are. */
  capacity(): SenderCapacity | null;
  /**
   * Sends them, keeps them for a moment or releases them. Deliveries that come after `close` are ignored: their leases
   * expire.
   */
  take(leased: readonly Leased[]): void;
  /** An endpoint has room again. */
  roomAt(endpointId: Id<"webhookEndpoint">): void;
  /**
   * The merchants with deliveries left behind by a query of the worker: their fresh deliveries queue behind the older
   * ones. `isLast` when all endpoints have been queried since the last such call.
   */
  looked(left: readonly MerchantNo[], isLast: boolean): void;
  /** Stops issuing leases; resolves when the unsent deliveries are released. */
  close(): Promise<void>;
}

/**
 * A delivery waiting in memory for its endpoint is checked at this interval, this many times, before it is released.
 */
const LOOK_MS = 50;
const LOOKS_MAX = 5;
const LINE_MAX = 64;
const GIVE_BACK_MAX = 256;

interface Waiting extends Leased {
  looks: number;
}

/**
 * A merchant with a backlog here gets no leases: its fresh deliveries go to the end of the ordinary queue, so that they
 * overtake nothing and need not be released again. A backlog is over when the worker has queried all endpoints and
 * could take everything that was due.
 */
export function createDirectDispatch(deps: DirectDispatchDeps): DirectDispatch {
  const { clock, log, inFlightDeliveries, timeoutMs, giveBack, onGivenBack } = deps;
  const trouble = createTroubleLog({
    log,
    event: "webhook.leases.kept",
    level: "warn",
    nowMs: clock.nowMs,
  });
  /** With the worker's pass in which it was seen. */
  const backlogs = new Map<MerchantNo, number>();
  let pass = 0;
  let gives = false;
  let takes = true;
  const lines = new Map<Id<"webhookEndpoint">, Waiting[]>();
  let inLine = 0;
  const unwanted: Leased[] = [];
  let giving: Promise<void> | null = null;
  let nextLook: NodeJS.Timeout | null = null;

  const giveAllBack = async (): Promise<void> => {
    while (unwanted.length > 0) {
      const batch = unwanted.splice(0, GIVE_BACK_MAX);
      try {
        await giveBack(batch);
        trouble.worked();
        onGivenBack();
      } catch (error) {
        trouble.failed(error, { count: batch.length });
      }
    }
    giving = null;
  };
  const refuse = (leased: Leased): void => {
    backlogs.set(leased.delivery.merchantNo, pass);
    unwanted.push(leased);
    giving ??= Promise.resolve().then(giveAllBack);
  };

  /** Whether it was sent, or is no longer ours. */
  const leaves = ({ delivery, endsAtMs }: Leased): boolean => {
    const nowMs = clock.nowMs();
    return endsAtMs - nowMs < timeoutMs || inFlightDeliveries.offer(delivery, nowMs);
  };

  const serve = (endpointId: Id<"webhookEndpoint">, line: Waiting[]): void => {
    let gone = 0;
    for (let first = line[0]; first !== undefined && leaves(first); first = line[gone]) gone += 1;
    inLine -= gone;
    if (gone === line.length) lines.delete(endpointId);
    else line.splice(0, gone);
  };

  const look = (): void => {
    nextLook = null;
    for (const [endpointId, line] of lines) {
      serve(endpointId, line);
      let tired = 0;
      for (const waiting of line) {
        waiting.looks += 1;
        if (waiting.looks > LOOKS_MAX) tired += 1;
      }
      if (tired === 0) continue;
      for (const waiting of line.splice(0, tired)) refuse(waiting);
      inLine -= tired;
      if (line.length === 0) lines.delete(endpointId);
    }
    if (inLine > 0) lookLater();
  };
  const lookLater = (): void => {
    nextLook ??= setTimeout(look, LOOK_MS);
  };

  const settle = (leased: Leased): void => {
    const { endpointId } = leased.delivery;
    const line = lines.get(endpointId);
    if (line === undefined && leaves(leased)) return;
    if (line !== undefined && line.length >= LINE_MAX) {
      refuse(leased);
      return;
    }
    const waiting: Waiting = { ...leased, looks: 0 };
    if (line === undefined) lines.set(endpointId, [waiting]);
    else line.push(waiting);
    inLine += 1;
    lookLater();
  };

  return {
    open: () => {
      gives = true;
    },
    capacity: () => (gives ? { room: inFlightDeliveries.room(false) - inLine, backlogs } : null),
    take: (leased) => {
      if (takes) for (const each of leased) settle(each);
    },
    roomAt: (endpointId) => {
      const line = lines.get(endpointId);
      if (line !== undefined) serve(endpointId, line);
    },
    looked: (left, isLast) => {
      for (const merchantNo of left) backlogs.set(merchantNo, pass);
      if (!isLast) return;
      for (const [merchantNo, seen] of backlogs) if (seen < pass) backlogs.delete(merchantNo);
      pass += 1;
    },
    close: async () => {
      gives = false;
      // What was committed in this turn still arrives.
      await nextTurn();
      takes = false;
      if (nextLook !== null) clearTimeout(nextLook);
      for (const waiting of [...lines.values()].flat()) refuse(waiting);
      lines.clear();
      inLine = 0;
      while (giving !== null) await giving;
    },
  };
}
