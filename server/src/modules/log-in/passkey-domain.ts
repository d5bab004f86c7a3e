import { isIP } from "node:net";

/** Where passkeys of this installation belong: the domain they are bound to, and the origin of our pages. */
export type PasskeyDomain =
  | { readonly domain: string; readonly origin: string }
  | { readonly unavailable: string; readonly lack: PasskeyLack };

/** What the public address lacks: a name, or HTTPS. */
type PasskeyLack = "NAME" | "HTTPS";

/**
 * The domain that passkeys are bound to, which is the host of the public address. Browsers accept a host name by HTTPS
 * and `localhost` also by plain HTTP, and never an IP address (WebAuthn, 5.1.2). Pure.
 */
export function passkeyDomain(publicUrl: string): PasskeyDomain {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    return {
      unavailable: `PUBLIC_URL is the IP address ${hostname}, and browsers bind passkeys to host names only. On one's own machine, open this service at http://localhost instead.`,
      lack: "NAME",
    };
  }
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) {
    return {
      unavailable: `PUBLIC_URL is reached by plain HTTP at ${hostname}: browsers use passkeys by HTTPS only, except at localhost.`,
      lack: "HTTPS",
    };
  }
  return { domain: hostname, origin };
}
