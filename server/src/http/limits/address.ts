import { isIPv6 } from "node:net";

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The part of an address that counts as one caller: an IPv4 address, or a whole /64 of IPv6, since every subscriber has
 * one. Pure.
 */
export function addressShare(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? ip).toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Math.max(0, GROUPS - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Whether an address belongs to this machine. Pure. */
export function isLoopback(ip: string): boolean {
  return ip === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(ip);
}
