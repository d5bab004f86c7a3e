import { parseUrl } from "../kit/url.ts";
import { isLoopbackAddress, isPublicAddress, literalAddress } from "./addresses.ts";

/** Why a merchant's address is not called. `message` is for the merchant. */
export interface AddressRefusal {
  readonly rule: "URL" | "SCHEME" | "CREDENTIALS" | "PORT" | "HOST" | "ADDRESS";
  readonly message: string;
}

export interface UrlPolicy {
  /** HTTP and HTTPS to `localhost`, on any port except our own. */
  readonly allowLoopback: boolean;
  /**
   * Our own hosts, the database's and the providers': `host` or `host:port`. On loopback only the port is refused,
   * because the merchant's receiver may run on the same machine.
   */
  readonly forbiddenHosts: readonly string[];
}

export const URL_LENGTH_MAX = 2048;
const httpsPorts = new Set(["", "8443"]);
/** Suffixes that always mean a machine nearby. */
const innerSuffixes = [".localhost", ".local", ".internal", ".intranet", ".lan", ".home.arpa", ".onion"];

const refuse = (rule: AddressRefusal["rule"], message: string): AddressRefusal => ({ rule, message });

/** The host in the form that rules compare: lower case, without the trailing dot of a full name. */
function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}

function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  return host === "localhost" || isLoopbackAddress(literalAddress(host) ?? "");
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

function splitHost(entry: string): { host: string; port: string | null } {
  const url = parseUrl(`tcp://${entry}`);
  return url === null
    ? { host: entry, port: null }
    : { host: plainHost(url.hostname), port: url.port || null };
}

function isForbidden(url: URL, forbiddenHosts: readonly string[]): boolean {
  const host = plainHost(url.hostname);
  const port = url.port || defaultPorts[url.protocol];
  return forbiddenHosts.map(splitHost).some((entry) => {
    if (isLoopbackHost(entry.host)) return isLoopbackHost(host) && entry.port === port;
    return entry.host === host;
  });
}

/**
 * The rules that need no name resolution: https on port 443 or 8443, no user name, no internal name or literal address.
 * What passes is a public literal, an allowed loopback address, or a name whose addresses are checked when the
 * connection is made. Pure.
 */
export function checkUrl(text: string, policy: UrlPolicy): AddressRefusal | null {
  // The URL parser silently drops tabs and newlines and turns backslashes into slashes: such input is never intended.
  const url = /[\s\\\p{Cc}]/u.test(text) || text.length > URL_LENGTH_MAX ? null : parseUrl(text);
  if (url === null) return refuse("URL", `must be an absolute URL of at most ${URL_LENGTH_MAX} characters`);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refuse("SCHEME", "must start with https://");
  if (url.username !== "" || url.password !== "") {
    return refuse("CREDENTIALS", "must not contain a user name or password");
  }
  if (isForbidden(url, policy.forbiddenHosts))
    return refuse("HOST", "must not be an address of this service itself");
  if (isLoopbackHost(url.hostname)) {
    return policy.allowLoopback ? null : refuse("ADDRESS", "must be an address on the public internet");
  }
  if (url.protocol === "http:") return refuse("SCHEME", "must start with https://");
  if (!httpsPorts.has(url.port)) return refuse("PORT", "must use port 443 or 8443");
  const host = plainHost(url.hostname);
  const literal = literalAddress(host);
  if (literal !== null) {
    return isPublicAddress(literal) ? null : refuse("ADDRESS", "must be an address on the public internet");
  }
  if (!host.includes(".") || innerSuffixes.some((suffix) => host.endsWith(suffix))) {
    return refuse("HOST", "must be a full public host name");
  }
  return null;
}

/** Checks the addresses of a literal or a name: all must be public and none a forbidden host. Pure. */
export function checkResolved(addresses: readonly string[], policy: UrlPolicy): AddressRefusal | null {
  const forbidden = new Set(policy.forbiddenHosts.map((entry) => literalAddress(splitHost(entry).host)));
  return addresses.every((address) => isPublicAddress(address) && !forbidden.has(address))
    ? null
    : refuse("ADDRESS", "must lead to an address on the public internet, and this host name does not");
}

/** `localhost` is not resolved by DNS, which could give a wrong answer. */
export function loopbackAddresses(hostname: string): readonly string[] | null {
  return plainHost(hostname) === "localhost" ? ["127.0.0.1", "::1"] : null;
}
