import type { Clock } from "../../kit/clock.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { claimedByLease, type LeaseDeliveries, type Leased } from "./leases.ts";

/** A worker's capacity, for the writers of deliveries. */
export interface SenderCapacity {
  /** How many more it can take. */
  readonly room: number;
  /** Merchants with waiting deliveries: fresh ones go to the end of the ordinary queue. */
  readonly backlogs: Pick<ReadonlySet<MerchantNo>, "has" | "keys">;
}

export interface LeaseIssuerDeps {
  readonly clock: Clock;
  /** How long a lease holds. */
  readonly leaseMs: number;
  /** Null while no worker sends. */
  readonly capacity: () => SenderCapacity | null;
  /** Takes what was written with leases, in the turn of the event loop after its commit. */
  readonly hand: (leased: readonly Leased[]) => void;
}

/**
 * Issues leases while the worker has room and has left nothing behind for the merchant, and hands it the deliveries
 * after the callers that wait for the commit are answered.
 */
export function createLeaseIssuer({ clock, leaseMs, capacity, hand }: LeaseIssuerDeps): LeaseDeliveries {
  let fresh: Leased[] = [];
  const handFresh = (): void => {
    const batch = fresh;
    fresh = [];
    hand(batch);
  };
  return (merchantNo, mode) => {
    const worker = capacity();
    if (worker === null || worker.room <= fresh.length || worker.backlogs.has(merchantNo)) return null;
    const endsAtMs = clock.nowMs() + leaseMs;
    return {
      endsAtMs,
      take: (row, event) => {
        if (fresh.length === 0) setImmediate(handFresh);
        fresh.push({ delivery: claimedByLease(merchantNo, mode, row, event), endsAtMs });
      },
    };
  };
}
