import { Resolver } from "node:dns/promises";

/** The addresses of a public name, IPv4 and IPv6. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES_MAX = 2;

/**
 * Asks DNS directly, not the system's resolver: that one reads the host's own names from a file, and shares its four
 * threads with the disk, so one slow name server would block everything.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES_MAX });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new Error("the name has no address");
    return addresses;
  };
}
