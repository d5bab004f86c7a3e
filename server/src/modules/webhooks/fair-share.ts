import type { Id, MerchantNo } from "../../kit/ids.ts";
import { BREAKER_THRESHOLD } from "./rules.ts";
import type { EndpointStatus } from "./states.ts";

/** An endpoint with something due. */
export interface DueEndpoint {
  readonly merchantNo: MerchantNo;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly status: EndpointStatus;
  /** Its address is verified. Otherwise only pings are sent. */
  readonly verified: boolean;
  readonly pausedUntilMs: number | null;
  readonly failureStreak: number;
}

/** What this process knows of an endpoint. */
export interface EndpointLoad {
  /** Deliveries in flight. */
  readonly inFlight: number;
  /** How many may be in flight at once: grows with quick successes, shrinks with failures and slow answers. */
  readonly limit: number;
  /** Its last answer was slow, or one is overdue now. */
  readonly slow: boolean;
}

/** An endpoint's share of a round: at most `room` deliveries. */
export interface Share {
  readonly merchantNo: MerchantNo;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly verified: boolean;
  readonly room: number;
}

export interface FairShares {
  /** Healthy endpoints: they answer quickly. */
  readonly healthy: readonly Share[];
  /**
   * Unhealthy endpoints: they fail or are slow, and share a separate budget, so that they cannot use up the others'.
   */
  readonly unhealthy: readonly Share[];
  /** Disabled endpoints: their pending deliveries are cancelled. */
  readonly disabled: readonly DueEndpoint[];
}

/** An unknown endpoint starts with few at a time: if it hangs, little is lost. */
export const LIMIT_INITIAL = 2;
const LIMIT_MAX = 256;
/** An answer that takes longer is slow. */
export const SLOW_MS = 2_000;

export const newLoad: EndpointLoad = { inFlight: 0, limit: LIMIT_INITIAL, slow: false };

/** Each endpoint's share of this round. Pure. */
export function planFairShares(
  endpoints: readonly DueEndpoint[],
  loadOf: (endpointId: Id<"webhookEndpoint">) => EndpointLoad,
  nowMs: number,
): FairShares {
  const active = endpoints.filter(
    ({ status, pausedUntilMs }) => status === "ACTIVE" && (pausedUntilMs ?? 0) <= nowMs,
  );
  const shares = active.map(({ merchantNo, endpointId, verified, failureStreak }) => {
    const { inFlight, limit, slow } = loadOf(endpointId);
    const probing = failureStreak >= BREAKER_THRESHOLD;
    const room = Math.max(0, (probing ? 1 : limit) - inFlight);
    return { share: { merchantNo, endpointId, verified, room }, unhealthy: slow || failureStreak > 0 };
  });
  const open = shares.filter(({ share }) => share.room > 0);
  return {
    healthy: open.filter(({ unhealthy }) => !unhealthy).map(({ share }) => share),
    unhealthy: open.filter(({ unhealthy }) => unhealthy).map(({ share }) => share),
    disabled: endpoints.filter(({ status }) => status === "DISABLED"),
  };
}

/** The load after a delivery was sent. Pure. */
export function loadAfterStart(load: EndpointLoad): EndpointLoad {
  return { ...load, inFlight: load.inFlight + 1 };
}

/** The load after a delivery has ended: doubled by a quick success, halved otherwise. Pure. */
export function loadAfterEnd(load: EndpointLoad, accepted: boolean, durationMs: number): EndpointLoad {
  const slow = durationMs > SLOW_MS;
  const limit =
    accepted && !slow ? Math.min(load.limit * 2, LIMIT_MAX) : Math.max(Math.floor(load.limit / 2), 1);
  return { inFlight: load.inFlight - 1, limit, slow };
}
