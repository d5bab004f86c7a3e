import ipaddr from "ipaddr.js";

/** Everything that IPv6 routes on the public internet today is in this range (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parse("2000::");
const GLOBAL_UNICAST_BITS = 3;
/** A cloud's host agent, at an address that no registry marks as special. */
const hostAgents = new Set(["168.63.129.16"]);

/**
 * Whether `address` is an ordinary public one. Everything that is not named public is refused: private, loopback,
 * link-local (metadata services), carrier-grade NAT, multicast, reserved and documentation ranges, and the IPv6 forms
 * that wrap an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo), because a gateway could unwrap them. Pure.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === "unicast" && !hostAgents.has(parsed.toString());
  }
  return parsed.range() === "unicast" && parsed.match(globalUnicast, GLOBAL_UNICAST_BITS);
}

/**
 * Whether `address` is 127.0.0.0/8 or ::1. The mapped form `::ffff:127.0.0.1` is not accepted: it has no honest use.
 */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback";
}

/** The address in a URL's host name, without the brackets of IPv6; null when the host is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}
