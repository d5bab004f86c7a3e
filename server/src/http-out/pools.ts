import type { LookupFunction } from "node:net";
import { Pool } from "undici";

/** Hosts with open connections. Beyond this the least recently used pool is closed. */
const POOLS_MAX = 512;
/** More than the callers keep in flight, so that a slow path of a host never queues another path of it. */
const CONNECTIONS_PER_HOST_MAX = 2_560;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Connect timeout for each address of a host except the last. Node's default of 250 ms gives up a working address on a
 * slow network and moves on to one that may be dead; this leaves time to resend a lost first packet.
 */
const CONNECT_ATTEMPT_MS = 2_500;
const HEADER_BYTES_MAX = 16_384;

/** Pools of kept-alive connections, one per origin. */
export interface Pools {
  of(origin: string): Pool;
  readonly size: number;
  close(): Promise<void>;
}

export interface PoolsOptions {
  /** Names → addresses at connection: the connection uses exactly its answer. The system's own when absent. */
  readonly lookup?: LookupFunction;
  readonly poolsMax?: number;
}

export function createPools({ lookup, poolsMax = POOLS_MAX }: PoolsOptions = {}): Pools {
  const pools = new Map<string, Pool>();

  const open = (origin: string): Pool =>
    new Pool(origin, {
      connections: CONNECTIONS_PER_HOST_MAX,
      pipelining: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // The caller's timeout covers both, and undici's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(lookup === undefined ? {} : { connect: { lookup } }),
    });

  return {
    of: (origin) => {
      const pool = pools.get(origin) ?? open(origin);
      // Deleting and setting again keeps the map in order of use.
      pools.delete(origin);
      pools.set(origin, pool);
      const oldest = pools.size > poolsMax ? pools.keys().next().value : undefined;
      if (oldest !== undefined) {
        // Closing waits for what is in flight; we do not wait for the closing.
        pools.get(oldest)?.close(() => {});
        pools.delete(oldest);
      }
      return pool;
    },
    get size() {
      return pools.size;
    },
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}
