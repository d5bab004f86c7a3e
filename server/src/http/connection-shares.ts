import { BlockList, isIPv6, type Server, type Socket } from "node:net";
import type { Logger } from "../kit/logger.ts";
import { addressShare, isLoopback } from "./limits/address.ts";

export interface ConnectionShares {
  /** Connections that one address may have open in this process; of IPv6, a whole /64. Null: any number. */
  readonly perAddressMax: number | null;
  /** Connections that this machine itself may have: proxies, the service's own calls and load tests come from there. */
  readonly loopbackMax: number;
  /** Addresses or networks that represent many callers and are not counted. */
  readonly trustedProxies: readonly string[];
  readonly log: Logger;
}

/** A log line at the first refusal, and then at most one per interval. */
const LOG_EVERY_MS = 60_000;

/**
 * Closes a new connection when its address already has its share of this process's connections, so that one address
 * cannot take them all. Each process counts its own, because its own places run out.
 */
export function shareConnections(server: Server, shares: ConnectionShares): void {
  const { perAddressMax, loopbackMax, trustedProxies, log } = shares;
  if (perAddressMax === null) return;
  const proxies = networksOf(trustedProxies);
  const open = new Map<string, number>();
  let refused = 0;
  let toldMs = Number.NEGATIVE_INFINITY;

  server.on("connection", (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // A connection that has already gone has no address.
    if (ip === undefined || isIn(proxies, ip)) return;
    const share = addressShare(ip);
    const count = open.get(share) ?? 0;
    if (count >= (isLoopback(ip) ? loopbackMax : perAddressMax)) {
      socket.destroy();
      refused += 1;
      const nowMs = performance.now();
      if (nowMs - toldMs < LOG_EVERY_MS) return;
      log.warn("http.connections.refused", { address: share, open: count, refused });
      toldMs = nowMs;
      refused = 0;
      return;
    }
    open.set(share, count + 1);
    socket.once("close", () => {
      const left = (open.get(share) ?? 1) - 1;
      if (left === 0) open.delete(share);
      else open.set(share, left);
    });
  });
}

function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}

/** An IPv4 address that came over an IPv6 socket (::ffff:192.0.2.7) is the IPv4 address. */
function isIn(networks: BlockList, ip: string): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip.split("%")[0] ?? ip;
  return networks.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
