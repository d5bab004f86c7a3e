import { wrongUsage } from "../failure.ts";

export const LOCAL_API = "http://localhost:3000";

/**
 * The address of a service, without `/api/v1` and without a slash at its end. Refuses http to anything but this machine: the key
 * would travel in clear. Throws a usage failure. Pure.
 */
export function readAddress(text: string): string {
  const url = parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw wrongUsage(`${JSON.stringify(text)} is not an address: give one such as https://pay.example.com.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw wrongUsage("The service's address has no user, no query and no fragment.");
  if (url.protocol === "http:" && !isLocal(url.hostname))
    throw wrongUsage(
      `http is only for this machine: the key would travel in clear to ${url.host}. Use https.`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}`;
}

/**
 * The address to which events are forwarded; `localhost:4242/hooks` and `4242` are taken, too. Refuses other machines: events
 * hold what payers gave. Throws a usage failure. Pure.
 */
export function readForward(text: string): string {
  const whole = /^\d{1,5}(?:\/|$)/.test(text) ? `localhost:${text}` : text;
  const withScheme = /^[a-z]+:\/\//i.test(whole) ? whole : `http://${whole}`;
  const url = parse(withScheme);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "")
    throw wrongUsage(`${JSON.stringify(text)} is not an address: give one such as localhost:4242/webhooks.`);
  if (!isLocal(url.hostname))
    throw wrongUsage(`Events are forwarded to this machine only, and ${url.hostname} is not localhost.`);
  return url.href;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
