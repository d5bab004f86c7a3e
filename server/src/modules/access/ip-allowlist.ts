import ipaddr from "ipaddr.js";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads an address or a CIDR block (`41.202.0.0/16`, `2001:db8::/32`); null when it is neither. */
export function parseNetwork(text: string): Network | null {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    if (!ipaddr.isValid(text)) return null;
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    return null;
  }
}

/**
 * Whether `ip` may use a key with these networks; an empty list accepts every address. IPv4 written as IPv6
 * (`::ffff:41.202.1.2`) counts as IPv4. An invalid entry accepts no address.
 */
export function isAllowedIp(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((text) => {
    const network = parseNetwork(text);
    return network !== null && network[0].kind() === address.kind() && address.match(network);
  });
}

/** Whether `outer` accepts every address that `inner` accepts; an empty list accepts every address. */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  if (inner.length === 0) return false;
  const outerNetworks = outer.map(parseNetwork).filter((network) => network !== null);
  return inner.every((text) => {
    const network = parseNetwork(text);
    if (network === null) return false;
    const [address, length] = network;
    return outerNetworks.some(
      ([base, prefix]) => base.kind() === address.kind() && length >= prefix && address.match([base, prefix]),
    );
  });
}
