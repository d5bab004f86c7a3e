import { errors } from "../../http/errors.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { parseUrl } from "../../kit/url.ts";

/** A browser reads `https:shop.example` and `https:/shop.example` as paths on our own host. */
const absolute = /^https?:\/\/[^/]/i;
const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks an address that a payer's browser is sent to: https, or http to this machine in sandbox; no user name in it.
 * Refuses with VALIDATION_ERROR. Anything else (`javascript:`, `data:`, `//host`) could be misused for attacks through
 * our page.
 */
export function checkUrl(text: string, path: string, mode: Mode): void {
  const url = parseUrl(text);
  const local = mode === "SANDBOX" && url?.protocol === "http:" && localHosts.has(url.hostname);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  const clean = !/[\s\u0000-\u001f\u007f\\]/.test(text);
  if (
    url !== null &&
    clean &&
    absolute.test(text) &&
    (url.protocol === "https:" || local) &&
    url.username === "" &&
    url.password === ""
  )
    return;
  const rule = mode === "SANDBOX" ? "an https address, or http to localhost" : "an https address";
  throw errors.VALIDATION_ERROR({ fields: [{ path, rule: "url", message: `${path} must be ${rule}.` }] });
}
