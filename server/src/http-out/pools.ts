import { createHash } from "node:crypto";
import type { LookupFunction } from "node:net";
import { Pool } from "undici";
import type { OutgoingRequest } from "../kit/http-out.ts";

/** Hosts with open connections, counted once for each client certificate. Beyond this the least recently used pool is closed. */
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

/** How connections to an origin are opened. Different terms never share a connection. */
export type ConnectionTerms = Pick<OutgoingRequest, "connectTimeoutMs" | "clientCertificate">;

/** Pools of kept-alive connections, one for each origin and each way to connect to it. */
export interface Pools {
  of(origin: string, terms?: ConnectionTerms): Pool;
  readonly size: number;
  close(): Promise<void>;
}

export interface PoolsOptions {
  /** Names → addresses at connection: the connection uses exactly its answer. The system's own when absent. */
  readonly lookup?: LookupFunction;
  readonly poolsMax?: number;
  /** Certificate authorities in PEM form, in place of the system's: for servers of tests. */
  readonly authorities?: string;
}

export function createPools({ lookup, poolsMax = POOLS_MAX, authorities }: PoolsOptions = {}): Pools {
  const pools = new Map<string, Pool>();

  const open = (
    origin: string,
    { connectTimeoutMs = CONNECT_TIMEOUT_MS, clientCertificate }: ConnectionTerms,
  ): Pool =>
    new Pool(origin, {
      connections: CONNECTIONS_PER_HOST_MAX,
      pipelining: 1,
      connectTimeout: connectTimeoutMs,
      autoSelectFamily: true,
      // A second address must have time left.
      autoSelectFamilyAttemptTimeout: Math.min(CONNECT_ATTEMPT_MS, Math.ceil(connectTimeoutMs / 2)),
      maxHeaderSize: HEADER_BYTES_MAX,
      // The caller's timeout covers both, and undici's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        ...(lookup === undefined ? {} : { lookup }),
        ...(authorities === undefined ? {} : { ca: authorities }),
        ...(clientCertificate === undefined
          ? {}
          : { cert: clientCertificate.certificate, key: clientCertificate.privateKey }),
      },
    });

  return {
    of: (origin, terms = {}) => {
      const key = keyOf(origin, terms);
      const pool = pools.get(key) ?? open(origin, terms);
      // Deleting and setting again keeps the map in order of use.
      pools.delete(key);
      pools.set(key, pool);
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

function keyOf(origin: string, { connectTimeoutMs, clientCertificate }: ConnectionTerms): string {
  if (connectTimeoutMs === undefined && clientCertificate === undefined) return origin;
  const timeout = connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  if (clientCertificate === undefined) return `${origin} ${timeout}`;
  // The key too: a certificate whose key was changed must not go on over connections of the old one.
  const { certificate, privateKey } = clientCertificate;
  const digest = createHash("sha256").update(certificate).update("\0").update(privateKey).digest("hex");
  return `${origin} ${timeout} ${digest}`;
}
