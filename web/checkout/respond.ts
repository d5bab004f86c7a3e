import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../server/src/kit/errors.ts";
import type { RenderedDocument } from "./document.tsx";
import { sharedHeaders } from "./headers.ts";
import type { Messages } from "./i18n/index.ts";

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** An eighth less than gzip for about the same work; browsers accept it over HTTPS. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** A little less than by default, for a page of 30 KB without a difference in time. */
const gzipOptions = { level: constants.Z_BEST_COMPRESSION };
/** A shorter page fits one packet anyway. */
const COMPRESS_FROM_BYTES = 1200;

/**
 * Sends a page. It must not be framed, cached, sniffed or leaked to another site: the address of the page is the
 * payer's key to it.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, styles }: RenderedDocument,
  status: number,
  kind: "whole" | "short" = "whole",
): Promise<FastifyReply> {
  const headers = kind === "short" ? shortPageHeaders(styles) : pageHeaders(styles);
  reply.code(status).headers(headers).type("text/html; charset=utf-8");
  const body = Buffer.from(html);
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (kind === "whole" && body.length < COMPRESS_FROM_BYTES) return reply.send(body);
  if (/\bbr\b/.test(accepted))
    return reply.header("content-encoding", "br").send(await toBrotli(body, brotliOptions));
  if (/\bgzip\b/.test(accepted))
    return reply.header("content-encoding", "gzip").send(await toGzip(body, gzipOptions));
  return reply.send(body);
}

const hashesOf = (styles: readonly string[]): string =>
  styles.map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`).join(" ");

/** Of a page that runs, loads and sends nothing: as strict, in fewer words, because they cost more than its text. */
function shortPageHeaders(styles: readonly string[]): Record<string, string> {
  return {
    "content-security-policy": `default-src 'none'; style-src ${hashesOf(styles)}; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    ...sharedHeaders,
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  };
}

export function pageHeaders(styles: readonly string[]): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${hashesOf(styles)}`,
      // The merchant's logo, which we serve ourselves; and the empty favicon, so that browsers do not request one.
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    ...sharedHeaders,
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
    vary: "Accept-Encoding, Cookie",
  };
}

/** After a form: see other, so that a reload shows the page again and sends nothing. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply
    .headers({ ...sharedHeaders, "cache-control": "no-store" })
    .code(303)
    .header("location", path)
    .send();
}

/** The same for our script, which sends the form itself: a redirect would hide its address from it. */
export function leadTo(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  if (request.headers.accept !== "application/json") return seeOther(reply, path);
  return reply.header("cache-control", "no-store").send({ to: path });
}

/**
 * Whether a form was sent from our own page. The address is what entitles the payer; this only prevents another site
 * from sending forms in the payer's name. Browsers that follow `no-referrer` send `Origin: null`, which proves nothing.
 */
export function sentFromHere(request: FastifyRequest, ownOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined || origin === "null") return true;
  return origin === ownOrigin || originHost(origin) === request.headers.host;
}

/** Sets Retry-After, for clients that read headers. */
export function waitAsTold(reply: FastifyReply, { retryAfterSeconds }: Refusal): FastifyReply {
  return retryAfterSeconds === undefined ? reply : reply.header("retry-after", `${retryAfterSeconds}`);
}

/** The same for people: rounded up, so that they do not come back too early. */
export function whenAgain({ retryAfterSeconds }: Refusal, t: Messages): string {
  return t.again(retryAfterSeconds === undefined ? null : Math.max(1, Math.ceil(retryAfterSeconds / 60)));
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
