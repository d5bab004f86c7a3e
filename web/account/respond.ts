import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Of every page. Their addresses may be keys to an account, and they show what only its holder may see: they are not
 * framed, cached, indexed or told to other sites, and nothing in them runs but our own script.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), geolocation=(), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
  vary: "Accept-Language, Cookie",
};

export function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).type("text/html; charset=utf-8").send(html);
}

/** After a form: see other, so that a reload shows the page again and sends nothing. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers(pageHeaders).header("location", path).send();
}

/**
 * Whether a form comes from one of our own pages. A browser adds the cookie also to what other pages send, and says itself
 * where a request comes from: by `Sec-Fetch-Site`, or, where it is too old for that, by `Origin`.
 */
export function isOwnForm({ headers }: Pick<FastifyRequest, "headers">, publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers.origin === publicOrigin : site === "same-origin";
}
