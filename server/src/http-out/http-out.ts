import type { LookupFunction } from "node:net";
import type { Clock } from "../kit/clock.ts";
import { type HttpOut, HttpOutError, type OutgoingRequest } from "../kit/http-out.ts";
import type { Logger } from "../kit/logger.ts";
import type { Mode } from "../kit/payment-terms.ts";
import { httpClientSeconds } from "../metrics/table.ts";
import { exchange } from "./exchange.ts";
import { Blocked, toHttpOutError, Unresolved } from "./failure.ts";
import { createPools, type Pools } from "./pools.ts";
import { createResolve, type Resolve } from "./resolver.ts";
import { createPlaces, createTargets, type Place } from "./targets.ts";
import {
  type AddressRefusal,
  checkResolved,
  checkUrl,
  loopbackAddresses,
  type UrlPolicy,
} from "./url-rules.ts";

/** The way out to the network (egress), trusted and guarded. */
export interface Egress {
  /** For addresses from the operator's configuration: providers. Any http or https address. */
  readonly trusted: HttpOut;
  /** For addresses that merchants gave. Rejects with `blocked` before any byte is sent to an internal address. */
  guarded(mode: Mode): HttpOut;
  /**
   * Checks a merchant's address at its registration: null, or why it would not be called. A name without an address
   * passes, because it may get one later; each connection checks again.
   */
  checkAddress(url: string, mode: Mode): Promise<AddressRefusal | null>;
  /** Closes every connection. */
  close(): Promise<void>;
}

export interface HttpOutDeps {
  /** See `PoolsOptions`. */
  readonly authorities?: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Merchants in sandbox may use `localhost`: for a service that runs on its user's own machine. */
  readonly allowLoopback: boolean;
  /** The same in live mode, for a whole live installation that is tried on one machine; false when absent. */
  readonly allowLiveLoopback?: boolean;
  /** See `UrlPolicy.forbiddenHosts`. A function, because provider accounts change. */
  readonly forbiddenHosts?: () => readonly string[];
  /** Replaces DNS. */
  readonly resolve?: Resolve;
}

/** How long a registration waits for DNS. */
const CHECK_RESOLVE_TIMEOUT_MS = 3_000;

export function createHttpOut(deps: HttpOutDeps): Egress {
  const { clock, log, allowLoopback, allowLiveLoopback = false } = deps;
  const { resolve = createResolve(), forbiddenHosts = () => [] } = deps;
  const policyOf = (mode: Mode): UrlPolicy => ({
    allowLoopback: mode === "SANDBOX" ? allowLoopback : allowLiveLoopback,
    forbiddenHosts: forbiddenHosts(),
  });

  const send = (
    server: "provider" | "webhook",
    pools: Pools,
    request: OutgoingRequest,
    { origin, host, path }: Place,
  ) => {
    const startedMs = clock.nowMs();
    const measured = (errorType: string): void =>
      httpClientSeconds.observe({ server, error_type: errorType }, (clock.nowMs() - startedMs) / 1_000);
    return exchange(pools.of(origin, request), path, request).then(
      (answer) => {
        measured("");
        return answer;
      },
      (error: unknown) => {
        const failure = toHttpOutError(error);
        measured(failure.reason);
        // Log only the host: a path or a query may contain a merchant's secret.
        log.debug("http_out.failed", { host, reason: failure.reason, ms: clock.nowMs() - startedMs });
        throw failure;
      },
    );
  };

  // Resolved, checked and connected in one step: the socket gets exactly the addresses that passed, so a DNS answer
  // that changes a moment later has no effect. A kept-alive connection stays on its checked address.
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    const known = loopbackAddresses(hostname);
    const resolved = known === null ? resolve(hostname) : Promise.resolve(known);
    resolved.then(
      (addresses) => {
        const refusal = known === null ? checkResolved(addresses, policyOf("LIVE")) : null;
        if (refusal !== null) return callback(new Blocked(`the address ${refusal.message}`), []);
        const checked = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        const [first] = checked;
        if (options.all === true) callback(null, checked);
        else if (first !== undefined) callback(null, first.address, first.family);
      },
      () => callback(new Unresolved(`${hostname} has no address`), []),
    );
  };

  const trustedPlace = createPlaces();
  const trustedPools = createPools(deps.authorities === undefined ? {} : { authorities: deps.authorities });
  const guardedPools = createPools({ lookup: guardedLookup });
  const guardedIn = (mode: Mode): HttpOut => {
    const targetOf = createTargets();
    return async (request) => {
      const target = targetOf(request.url, policyOf(mode));
      if (target.refusal !== null) throw new HttpOutError("blocked", `the address ${target.refusal.message}`);
      return send("webhook", guardedPools, request, target);
    };
  };
  const guardedOf = { LIVE: guardedIn("LIVE"), SANDBOX: guardedIn("SANDBOX") };

  return {
    trusted: async (request) => {
      const place = trustedPlace(request.url);
      if (place === null) throw new HttpOutError("blocked", "not an http address");
      return send("provider", trustedPools, request, place);
    },

    guarded: (mode) => guardedOf[mode],

    checkAddress: async (text, mode) => {
      const policy = policyOf(mode);
      const refusal = checkUrl(text, policy);
      if (refusal !== null) return refusal;
      const { hostname } = new URL(text);
      if (loopbackAddresses(hostname) !== null || /^\[|^[\d.]+$/.test(hostname)) return null;
      const addresses = await within(CHECK_RESOLVE_TIMEOUT_MS, resolve(hostname)).catch(() => []);
      return checkResolved(addresses, policy);
    },

    close: async () => {
      await Promise.all([trustedPools.close(), guardedPools.close()]);
    },
  };
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
