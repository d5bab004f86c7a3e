import { parseUrl } from "./url.ts";

const localHosts = new Set(["127.0.0.1", "localhost"]);

/** Whether `text` is a plain http address of this machine, as stand-ins of providers have: `http://127.0.0.1:4101`. */
export function isLocalHttp(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, username, password } = url;
  return protocol === "http:" && localHosts.has(hostname) && username === "" && password === "";
}
