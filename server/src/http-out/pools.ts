import type { LookupFunction } from "node:net";
import { Pool } from "undici";

/** Hosts with open connections at a time. The one used longest ago is closed when another comes. */
const POOLS_MAX = 512;
/** Above what the callers keep in flight, so that a slow path of a host never queues another path of it. */
const CONNECTIONS_PER_HOST_MAX = 2_560;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * For each address of a host but the last. Node's own 250 ms give up a working address on a slow road, and leave what may be
 * one that leads nowhere; this much has room for a first packet that was lost.
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
  /** Names → addresses at connection: what it answers is what is connected to. The system's own when absent. */
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
      // The caller's deadline covers both, and undici's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(lookup === undefined ? {} : { connect: { lookup } }),
    });

  return {
    of: (origin) => {
      const pool = pools.get(origin) ?? open(origin);
      // Taken out and put back, the map stays in order of use.
      pools.delete(origin);
      pools.set(origin, pool);
      const oldest = pools.size > poolsMax ? pools.keys().next().value : undefined;
      if (oldest !== undefined) {
        // Closing waits for what is under way, and nothing waits for the closing.
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
